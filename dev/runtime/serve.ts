import { join } from 'node:path'
import { connectGraph } from '../../cypher/connect.ts'
import { type DemoFacts, readDemoFacts, writeDemoFacts } from '../../demo/feed/demo-facts.ts'
import { registerDemo, startLoading, tokensOfDemo } from '../../demo/feed/prepare-demo.ts'
import { connectKafka } from '../../kafka/connect-kafka.ts'
import type { Progress } from '../../process/progress.ts'
import { type Environment, parseEnvironment } from '../../schemas/environment.ts'
import { firstWords, untilReadable, welcome } from '../welcome.ts'
import { prepareStores } from './databases/prepare-stores.ts'
import type { Databases } from './databases/start-databases.ts'
import { isFree } from './ports/ports.ts'
import type { Stop } from './run.ts'
import { servicesOf } from './services.ts'
import { completeSettings, databaseVariables, type Settings } from './settings.ts'

/** Longer than the time limits of requests, because a graph that just started on a busy machine can be slow. */
const patience = { readTimeoutMs: 20_000, writeTimeoutMs: 60_000 }

export interface ServeOptions {
  /** The environment without the chosen addresses and ports. */
  given: Environment
  localFolder: string
  databases: Databases
  /** Everything that is started is added here, so that it can always be stopped. */
  stops: Stop[]
  progress: Progress
}

/**
 * Everything after the start of the databases: topics, schema, projector, API, demo, and instructions. It prints the
 * first ones when the graph of the first brand can be read, and the last ones when everything can.
 */
export async function serve({ given, localFolder, databases, stops, progress }: ServeOptions): Promise<void> {
  const onProgress = progress.line
  const dataFolder = join(localFolder, 'data')
  const environment = parseEnvironment(databaseVariables(databases))
  const graph = connectGraph(environment, patience)
  const connection = connectKafka(environment, 'tda-start', silent)
  await prepareStores(graph, connection, environment, onProgress)

  const demoFile = join(localFolder, 'demo.json')
  const wanted = (databases.neo4j !== null && databases.kafka !== null) || given.DEMO
  const earlier = readDemoFacts(demoFile)
  const demo = { graph, connection, environment, dataFolder, wanted, earlier, progress }
  await registerDemo(demo)

  onProgress('Starting the projector and the API.')
  const loading = startLoading(demo)
  const [settings, organizations] = await Promise.all([
    startServices({ given, databases, dataFolder, stops, onProgress }),
    tokensOfDemo(demo),
  ])
  const apiUrl = `http://127.0.0.1:${settings.apiPort}`
  const neo4jPassword = databases.neo4jPassword ?? ''
  const facts: DemoFacts = { ...addresses(settings), neo4jPassword, loadedAt: null, organizations }
  if (loading) {
    await loading.first
    await untilReadable(facts, apiUrl)
    writeDemoFacts(demoFile, facts)
    onProgress('The graph of the first brand can be read.')
    progress.block(firstWords(facts))
    await loading.all
  }
  const now = new Date().toISOString()
  facts.loadedAt = organizations.length === 0 || loading ? now : (earlier?.loadedAt ?? now)
  await graph.close()
  writeDemoFacts(demoFile, facts)
  onProgress('Everything is loaded.')
  progress.block(await welcome(facts, { demoFile, apiUrl }))
}

type ServiceContext = Pick<ServeOptions, 'given' | 'databases' | 'stops'> & {
  dataFolder: string
  onProgress: (line: string) => void
}

/** Starts the projector and the API, on other ports if another process has taken a chosen one. */
async function startServices({ given, databases, dataFolder, stops, onProgress }: ServiceContext): Promise<Settings> {
  const settings = await completeSettings(given, databases, dataFolder)
  const logFolder = join(dataFolder, 'log')
  const services = servicesOf({ ...settings, logFolder, onPid: databases.addChild, onProgress })
  stops.push(services.stop)
  try {
    await services.start()
    return settings
  } catch (error) {
    await services.stop()
    const ports = [settings.apiPort, ...Object.values(settings.adminPorts)]
    const free = await Promise.all(ports.map(isFree))
    if (free.every(Boolean)) throw error
    return startServices({ given, databases, dataFolder, stops, onProgress })
  }
}

/** Messages of kafkajs are not logged here. Errors that cannot be retried are thrown. */
const nothing = () => {}
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing }

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
