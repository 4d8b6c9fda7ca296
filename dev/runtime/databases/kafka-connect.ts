import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { libFolder, projectFolder } from '../folders.ts'
import { choosePort } from '../ports/ports.ts'
import { lastLines, restartable } from '../restartable.ts'
import { untilReady } from '../until-ready.ts'
import { classPathOf, type JavaProgram } from './class-path.ts'
import { findJava } from './java.ts'

const folder = join(projectFolder, 'dev/kafka-connect')
const program: JavaProgram = {
  name: 'Kafka-Connect',
  pom: join(folder, 'pom.xml'),
  source: join(folder, 'Connect.java'),
}

/** A worker of Kafka Connect. */
export interface Connect {
  url: string
  /** The last lines of the log of the worker. */
  logTail(): string
  /** Starts it, also after it was killed, and waits until its REST interface responds. */
  start(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
  remove(): Promise<void>
}

export interface ConnectOptions {
  /** The path of its properties file. */
  properties: string
  /** Environment variables that its properties and its connectors refer to. */
  variables: Record<string, string>
  javaFlags?: readonly string[]
  /** Connectors in addition to Debezium's for PostgreSQL. */
  jars?: readonly string[]
}

/** @throws Error in one message: no JDK, no Maven, a failed download */
export async function prepareConnect({
  properties,
  variables,
  javaFlags = [],
  jars = [],
}: ConnectOptions): Promise<Connect> {
  const cwd = mkdtempSync(join(tmpdir(), 'tda-connect-'))
  const java = await findJava()
  const classPath = [await classPathOf(program, java, libFolder, console.error), ...jars].join(':')
  const url = `http://127.0.0.1:${await choosePort([], new Set())}`
  const flags = [...javaFlags, '-Xmx512m', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn']
  const worker = restartable(
    'Kafka Connect',
    {
      command: java.java,
      args: [...flags, '-cp', classPath, 'Connect', properties],
      cwd,
      env: { ...process.env, ...variables, CONNECT_URL: url },
      logFile: join(cwd, 'connect.log'),
      saysReady: false,
    },
    () => {},
  )
  return {
    url,
    logTail: () => lastLines(worker.logFile),
    async start() {
      await worker.start()
      await untilReady(worker, `${url}/connectors`)
    },
    kill: worker.kill,
    async remove() {
      await worker.kill()
      rmSync(cwd, { recursive: true, force: true })
    },
  }
}
