import { join, resolve } from 'node:path'
import { connectGraph, type Graph } from '../../cypher/connect.ts'
import { migrate } from '../../cypher/migrate.ts'
import { connectKafka, type KafkaConnection } from '../../kafka/connect.ts'
import { createTopics } from '../../kafka/create-topics.ts'
import { topicTable } from '../../kafka/topics.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { readDemoFacts, writeDemoFacts } from '../demo-facts.ts'
import { prepareDemo } from '../prepare-demo.ts'
import { welcome } from '../welcome.ts'
import { projectFolder } from './folders.ts'
import { onLeave } from './on-leave.ts'
import { progressSince } from './progress.ts'
import { servicesOf } from './services.ts'
import { type Settings, settle } from './settings.ts'
import { startDatabases } from './start-databases.ts'

const DATABASES_GRACE_MS = 2000

/** What `npm start` does: brings everything up, says how to use it, and stays until it is told to leave. */
export async function run(): Promise<void> {
  const stops: Stop[] = []
  const leave = leaveOnce(stops)
  onLeave(() => leave(0))
  try {
    await bringUp(stops, progressSince(performance.now()))
  } catch (error) {
    leave(1, error instanceof Error ? error.message : String(error))
  }
}

type Stop = () => Promise<void>

/** What started last stops first. Whatever fails because of that is no news. */
function leaveOnce(stops: Stop[]): (code: number, message?: string) => void {
  let leaving = false
  return async (code, message = 'Stopping.') => {
    if (leaving) return
    leaving = true
    console.error(message)
    for (const stop of stops.toReversed()) await stop()
    process.exit(code)
  }
}

async function bringUp(stops: Stop[], onProgress: (line: string) => void): Promise<void> {
  const given = parseEnvironment(process.env)
  const localFolder = resolve(projectFolder, given.LOCAL_FOLDER)
  const dataFolder = join(localFolder, 'data')
  const embedded = { neo4j: given.NEO4J_URI === undefined, kafka: given.KAFKA_BROKERS === undefined }
  const databases = await startDatabases({ dataFolder, ...embedded, onProgress })
  stops.push(() => databases.stop(DATABASES_GRACE_MS))

  const settings = await settle(given, databases, dataFolder)
  const graph = connectGraph(settings.environment)
  const connection = connectKafka(settings.environment, 'tda-start', silent)
  await prepareStores(graph, connection, settings, onProgress)

  onProgress('Starting the projector and the API.')
  const logFolder = join(dataFolder, 'log')
  const services = servicesOf({ ...settings, logFolder, onPid: databases.addChild, onProgress })
  stops.push(services.stop)
  await services.start()

  const demoFile = join(localFolder, 'demo.json')
  const wanted = (embedded.neo4j && embedded.kafka) || given.DEMO
  const earlier = readDemoFacts(demoFile)
  const demo = { graph, connection, environment: settings.environment, dataFolder, wanted, earlier, onProgress }
  const facts = { ...addresses(settings), organizations: await prepareDemo(demo) }
  await graph.close()
  writeDemoFacts(demoFile, facts)
  console.log(await welcome(facts, { demoFile, apiUrl: `http://127.0.0.1:${settings.apiPort}` }))
}

/** Nothing of kafkajs is news here: what does not heal is thrown. */
const nothing = () => {}
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing }

async function prepareStores(
  graph: Graph,
  connection: KafkaConnection,
  { environment }: Settings,
  onProgress: (line: string) => void,
) {
  const topics = Object.values(topicTable(environment.KAFKA_TOPIC_PREFIX))
  onProgress('Creating topics and migrating the graph.')
  const [applied] = await Promise.all([
    migrate(graph),
    createTopics(connection, { topics, replicationFactor: environment.KAFKA_REPLICATION_FACTOR }),
  ])
  if (applied.length > 0) onProgress(`Migrations applied: ${applied.join(', ')}.`)
}

function addresses({ environment, variables, adminPorts }: Settings) {
  const baseUrl = variables.BASE_URL ?? ''
  return {
    baseUrl,
    adminUrl: `http://127.0.0.1:${adminPorts.api}`,
    docsUrl: environment.DOCS_URL ?? `${baseUrl}/docs`,
    kafkaBrokers: environment.KAFKA_BROKERS?.join(',') ?? '',
    neo4jUri: environment.NEO4J_URI ?? '',
  }
}
