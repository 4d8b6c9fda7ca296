import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { libFolder } from '../folders.ts'
import { type Lock, takeLock } from '../lock.ts'
import { isFree } from '../ports/ports.ts'
import { type Ports, portsOf } from '../ports/remembered-ports.ts'
import { makePrivateFolder } from '../private-folder.ts'
import { type Restartable, restartable } from '../restartable.ts'
import { secretFile } from '../secret-file.ts'
import { classPathOf, fetchPrograms, type JavaProgram } from './class-path.ts'
import { findJava, type Java } from './java.ts'
import { kafkaArguments, kafkaProgram } from './kafka.ts'
import { neo4jArguments, neo4jProgram } from './neo4j.ts'

export interface DatabaseOptions {
  /** The folder of the stores, the lock, and the ports, created if missing. Logs are next to it. */
  dataFolder: string
  neo4j: boolean
  kafka: boolean
  /** Default 7687; 0 takes any free port. */
  neo4jPort?: number
  /** Default 9092; 0 takes any free port. */
  kafkaPort?: number
  /** Empties the stores once the folder is locked. For tests. */
  fresh?: boolean
  /** Options of `java` in addition to those that each server needs. */
  javaFlags?: readonly string[]
  onProgress?: (line: string) => void
}

export interface Databases {
  /** Null if this database was not requested, as is its address. */
  neo4j: EmbeddedServer | null
  neo4jUri: string | null
  /** The password of the user neo4j, which is kept in the data folder. */
  neo4jPassword: string | null
  kafka: EmbeddedServer | null
  kafkaBrokers: string | null
  ports: Ports
  /** Registers a process that works in the data folder, so that the next start waits until it has exited. */
  addChild(pid: number): void
  /** Stops both and unlocks the data folder. A database that takes longer than `graceMs` (default 10 s) is killed. */
  stop(graceMs?: number): Promise<void>
}

/** A database on localhost. `address` is host:port. After a stop or kill, it starts again there with its data. */
export type EmbeddedServer = Restartable & { address: string }

/**
 * Starts a real Neo4j and a real Kafka as child processes on loopback, both at once, and waits until they can be used.
 * The data folder survives; one process at a time can hold it.
 * @throws Error in one message: folder held, no JDK, no Maven, a failed download, a server that did not start.
 */
export async function startDatabases(options: DatabaseOptions): Promise<Databases> {
  const { onProgress = () => {}, javaFlags = [] } = options
  const dataFolder = resolve(options.dataFolder)
  makePrivateFolder(dataFolder)
  const lock = await takeLock(join(dataFolder, 'lock'), `The data folder ${dataFolder}`)
  for (const store of options.fresh ? ['neo4j', 'kafka'] : []) {
    rmSync(join(dataFolder, store), { recursive: true, force: true })
  }
  const neo4jPassword = options.neo4j ? secretFile(passwordFile(dataFolder)) : null
  const programs = [...(options.neo4j ? [neo4jProgram] : []), ...(options.kafka ? [kafkaProgram] : [])]
  let fetched: Promise<Java> | null = null
  const java = () => (fetched ??= fetchedFor(programs, onProgress))
  const context = { dataFolder, lock, java, javaFlags, onProgress, ports: portsOf(dataFolder, onProgress) }
  const results = await Promise.allSettled([
    options.neo4j ? startNeo4j(context, options.neo4jPort ?? 7687) : null,
    options.kafka ? startKafka(context, options.kafkaPort ?? 9092) : null,
  ])
  const [neo4j = null, kafka = null] = results.map((result) => (result.status === 'fulfilled' ? result.value : null))
  const stop = async (graceMs?: number) => {
    await Promise.all([neo4j?.stop(graceMs), kafka?.stop(graceMs)])
    lock.release()
  }
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) {
    await stop()
    throw failure.reason
  }
  const neo4jUri = neo4j ? `bolt://${neo4j.address}` : null
  const kafkaBrokers = kafka?.address ?? null
  return { neo4j, neo4jUri, neo4jPassword, kafka, kafkaBrokers, ports: context.ports, addChild: lock.addChild, stop }
}

/** Finds the JDK, and fetches all programs at the same time. */
async function fetchedFor(programs: readonly JavaProgram[], onProgress: (line: string) => void): Promise<Java> {
  const java = await findJava()
  await fetchPrograms(programs, java, libFolder, onProgress)
  return java
}

const passwordFile = (dataFolder: string) => join(dataFolder, 'neo4j-password')

interface Context {
  dataFolder: string
  lock: Lock
  java: () => Promise<Java>
  javaFlags: readonly string[]
  ports: Ports
  onProgress: (line: string) => void
}

function startNeo4j(context: Context, wanted: number): Promise<EmbeddedServer> {
  const home = join(context.dataFolder, 'neo4j')
  return startServer(context, neo4jProgram, wanted, (port, classPath) =>
    neo4jArguments({ home, port, classPath, passwordFile: passwordFile(context.dataFolder) }),
  )
}

async function startKafka(context: Context, wanted: number): Promise<EmbeddedServer> {
  const home = join(context.dataFolder, 'kafka')
  const controllerPort = await context.ports("Kafka's controller", 0)
  return startServer(context, kafkaProgram, wanted, (port, classPath) =>
    kafkaArguments({ home, port, controllerPort, classPath }),
  )
}

type Arguments = (port: number, classPath: string) => string[]

/** Starts a server. If another process takes its port in the meantime, it chooses another port. */
async function startServer(context: Context, program: JavaProgram, wanted: number, argumentsOf: Arguments) {
  const { name } = program
  const java = await context.java()
  const classPath = await classPathOf(program, java, libFolder, context.onProgress)
  for (;;) {
    const port = await context.ports(name, wanted)
    const server = serverOf(context, name, java.java, [...context.javaFlags, ...argumentsOf(port, classPath)])
    try {
      await startTimed(server, port, context.onProgress)
      return { ...server, address: `127.0.0.1:${port}` }
    } catch (error) {
      if (await isFree(port)) throw error
      context.onProgress(`Port ${port} was taken while ${name} started.`)
    }
  }
}

function serverOf({ dataFolder, lock }: Context, name: string, java: string, args: string[]): Restartable {
  const logFile = join(dataFolder, 'log', `${name.toLowerCase()}.log`)
  rmSync(logFile, { force: true })
  const command = { command: java, args, cwd: dataFolder, env: process.env, logFile, saysReady: true }
  return restartable(name, command, lock.addChild)
}

async function startTimed(server: Restartable, port: number, onProgress: (line: string) => void): Promise<void> {
  const begun = performance.now()
  onProgress(`Starting ${server.name} on port ${port}.`)
  await server.start()
  onProgress(`${server.name} is ready after ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
}
