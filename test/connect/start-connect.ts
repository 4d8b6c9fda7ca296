import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { classPathOf, type JavaProgram } from '../../dev/runtime/databases/class-path.ts'
import { findJava } from '../../dev/runtime/databases/java.ts'
import { libFolder, projectFolder } from '../../dev/runtime/folders.ts'
import { choosePort } from '../../dev/runtime/ports/ports.ts'
import { lastLines, restartable } from '../../dev/runtime/restartable.ts'
import { javaFlags } from '../support/java-flags.ts'
import { until } from '../support/until.ts'

const READY_WITHIN_MS = 240_000

const program: JavaProgram = {
  name: 'Kafka-Connect',
  pom: join(import.meta.dirname, 'pom.xml'),
  source: join(import.meta.dirname, 'Connect.java'),
}

/** A worker of Kafka Connect with the properties of the guide. */
export interface Connect {
  url: string
  /** The last lines of its log. */
  said(): string
  /** Starts it, again after it was killed, and waits until its REST interface answers. */
  start(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
  remove(): Promise<void>
}

/** @param variables what its properties and its connectors name */
export async function prepareConnect(variables: Record<string, string>): Promise<Connect> {
  const folder = mkdtempSync(join(tmpdir(), 'tda-connect-'))
  const java = await findJava()
  const classPath = await classPathOf(program, java, libFolder, console.error)
  const url = `http://127.0.0.1:${await choosePort([], new Set())}`
  const flags = [...javaFlags, '-Xmx512m', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn']
  const worker = restartable(
    'Kafka Connect',
    {
      command: java.java,
      args: [...flags, '-cp', classPath, 'Connect', join(projectFolder, 'docs/examples/connect-worker.properties')],
      cwd: folder,
      env: { ...process.env, ...variables, CONNECT_URL: url },
      logFile: join(folder, 'connect.log'),
      saysReady: false,
    },
    () => {},
  )
  const said = () => lastLines(worker.logFile)
  return {
    url,
    said,
    async start() {
      await worker.start()
      const isUp = async () => {
        if (worker.pid() === null) throw new Error(`Kafka Connect ended:\n${said()}`)
        return fetch(`${url}/connectors`).then(
          ({ ok }) => ok,
          () => false,
        )
      }
      await until('Kafka Connect', isUp, READY_WITHIN_MS)
    },
    kill: worker.kill,
    async remove() {
      await worker.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
