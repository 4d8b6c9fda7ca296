import { connectGraph } from '../../cypher/connect.ts'
import { migrate } from '../../cypher/migrate.ts'
import { claimGraph } from '../../cypher/system/installation.ts'
import { type Databases, startDatabases } from '../../dev/runtime/databases/start-databases.ts'
import { embeddedNeo4j } from '../../dev/runtime/settings.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { patient } from './graph/patience.ts'
import { javaFlags } from './java-flags.ts'

const dataFolder = process.env.TEST_DATA ?? '.local/test'

/**
 * Starts the servers for tests: those that NEO4J_URI and KAFKA_BROKERS name, or embedded ones with their own folder and
 * ports, so that a running `npm start` is not affected. TEST_DATA sets another folder for their data.
 */
async function startServers(): Promise<Databases | null> {
  if (!process.version.startsWith('v24.')) throw new Error(`The tests need Node 24, not ${process.version}: run npm ci`)
  const { NEO4J_URI, KAFKA_BROKERS } = process.env
  if (NEO4J_URI && KAFKA_BROKERS) return null
  const wanted = { neo4j: !NEO4J_URI, kafka: !KAFKA_BROKERS }
  const databases = await startDatabases({
    dataFolder,
    ...wanted,
    neo4jPort: 0,
    kafkaPort: 0,
    javaFlags,
    onProgress: console.error,
  })
  if (databases.neo4jUri) Object.assign(process.env, embeddedNeo4j(databases.neo4jUri, databases.neo4jPassword ?? ''))
  if (databases.kafkaBrokers) process.env.KAFKA_BROKERS = databases.kafkaBrokers
  return databases
}

// Not in mochaGlobalSetup, which runs after the test files are loaded: these may connect while they are loaded.
const databases = await startServers()
const graph = connectGraph(parseEnvironment(process.env), patient)
await migrate(graph)
await claimGraph(graph, 'local')
await graph.close()

export async function mochaGlobalTeardown(): Promise<void> {
  await databases?.stop()
}
