import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { connectGraph, type Graph } from '../cypher/connect.ts'
import { migrate } from '../cypher/migrate.ts'
import { programs } from '../dev/runtime/databases/programs.ts'
import { type Databases, startDatabases } from '../dev/runtime/databases/start-databases.ts'
import { projectFolder } from '../dev/runtime/folders.ts'
import { restartable } from '../dev/runtime/restartable.ts'
import { completeSettings, type Settings } from '../dev/runtime/settings.ts'
import { untilReady } from '../dev/runtime/until-ready.ts'
import { connectKafka } from '../kafka/connect-kafka.ts'
import type { KafkaConnection } from '../kafka/connection.ts'
import { createTopics } from '../kafka/topics/create-topics.ts'
import { topicTable } from '../kafka/topics/topic-table.ts'
import { type Environment, parseEnvironment } from '../schemas/environment.ts'
import type { Processes } from './cpu.ts'

export const dataFolder = join(projectFolder, '.local/bench')

/** The servers that everything is measured with, and an installation on them. */
export interface World {
  graph: Graph
  connection: KafkaConnection
  environment: Environment
  /** The environment of the installation's processes. */
  variables: NodeJS.ProcessEnv
  apiPort: number
  adminPorts: Settings['adminPorts']
  /** The current server processes. A restarted graph is another process. */
  readonly servers: Processes
  /** Starts a process of the product, with settings in addition to `variables`, and waits until it is ready. */
  start(name: 'api' | 'projector', settings?: Record<string, string>): Promise<Service>
  /** Restarts the graph, so that its whole store is on disk. Only for an embedded graph. */
  restartGraph(): Promise<void>
  close(): Promise<void>
}

export interface Service {
  pid: number | null
  suspend(): Promise<void>
  resume(): void
  stop(): Promise<void>
}

/**
 * Starts an empty Neo4j and Kafka, or uses the servers of NEO4J_URI and KAFKA_BROKERS, and prepares them.
 * @throws Error if they do not start or do not respond
 */
export async function openWorld(onProgress: (line: string) => void): Promise<World> {
  const given = { ...process.env, ...installation(), PORT: '0', ADMIN_PORT: '0', PROJECTOR_ADMIN_PORT: '0' }
  const { NEO4J_URI, KAFKA_BROKERS } = parseEnvironment(given)
  const embedded = { neo4j: NEO4J_URI === undefined, kafka: KAFKA_BROKERS === undefined, neo4jPort: 0, kafkaPort: 0 }
  const databases = await startDatabases({ dataFolder, ...embedded, fresh: true, onProgress })
  for (const own of ['audit', 'exports']) rmSync(join(dataFolder, own), { recursive: true, force: true })
  const settled = await completeSettings(parseEnvironment({ ...given, BASE_URL: '' }), databases, dataFolder)
  const variables = { ...settled.variables, ...installation() }
  const environment = parseEnvironment(variables)
  // Preparing can take longer than the time limits for callers allow.
  const graph = connectGraph(environment, { readTimeoutMs: 30_000, writeTimeoutMs: 60_000 })
  const connection = connectKafka(environment, 'tda-bench', silent)
  const topics = Object.values(topicTable(environment.KAFKA_TOPIC_PREFIX))
  await Promise.all([migrate(graph), createTopics(connection, { topics })])
  const { apiPort, adminPorts } = settled
  return {
    graph,
    connection,
    environment,
    variables,
    apiPort,
    adminPorts,
    get servers() {
      return { neo4j: databases.neo4j?.pid() ?? null, kafka: databases.kafka?.pid() ?? null }
    },
    start: (name, settings = {}) => startService(databases, { ...variables, ...settings }, name, adminPorts[name]),
    async restartGraph() {
      await databases.neo4j?.stop()
      await databases.neo4j?.start()
    },
    async close() {
      await graph.close()
      await databases.stop()
    },
  }
}

const nothing = () => {}
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing }
const run = randomBytes(4).toString('hex')

/** On existing servers, the installation needs names of its own. Otherwise it has the product's defaults. */
function installation(): Record<string, string> {
  return {
    KAFKA_TOPIC_PREFIX: `bench-${run}.`,
    PROJECTOR_GROUP: `bench-${run}`,
    KAFKA_SESSION_TIMEOUT_MS: '60000',
    AUDIT_SPOOL: join(dataFolder, 'audit'),
    EXPORTS_FOLDER: join(dataFolder, 'exports'),
    LOG_LEVEL: 'info',
  }
}

async function startService(
  databases: Databases,
  variables: NodeJS.ProcessEnv,
  name: 'api' | 'projector',
  adminPort: number,
): Promise<Service> {
  const logFile = join(dataFolder, 'log', `${name}.log`)
  rmSync(logFile, { force: true })
  const env = { ...variables, EXIT_WITH_PARENT: 'true' }
  const args = [...programs[name]]
  const command = { command: process.execPath, args, cwd: projectFolder, env, logFile, saysReady: false }
  const child = restartable(`The ${name}`, command, databases.addChild)
  await child.start()
  await untilReady(child, `http://127.0.0.1:${adminPort}/readyz`)
  return { pid: child.pid(), suspend: child.suspend, resume: child.resume, stop: () => child.stop() }
}
