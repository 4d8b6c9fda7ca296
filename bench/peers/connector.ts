import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Connect, prepareConnect } from '../../dev/runtime/databases/kafka-connect.ts'
import { projectFolder } from '../../dev/runtime/folders.ts'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import type { World } from '../world.ts'
import { type LogEnds, logEnds } from './log-ends.ts'
import type { Peer } from './peer.ts'
import { type ShapeName, shapeNames, shapes } from './shapes.ts'

const POLL_MS = 20
const WITHIN_MS = 300_000
/** The size of a batch, which is the default of the connector. Connect itself delivers only 500 records. */
const BATCH = '1000'

/**
 * Starts Neo4j's Kafka connector (https://github.com/neo4j/neo4j-kafka-connector) in a worker of Kafka Connect, with
 * one connector per shape. Each runs a Cypher statement in one task, and stores its offsets in the graph (exactly
 * once).
 * @param jar the connector with its dependencies
 * @throws Error if it does not start
 */
export async function startConnectors(world: World, jar: string): Promise<Record<ShapeName, Peer>> {
  const { environment } = world
  const worker = await prepareConnect({
    properties: join(projectFolder, 'docs/examples/connect-worker.properties'),
    variables: {
      KAFKA_BROKERS: String(environment.KAFKA_BROKERS),
      CONNECT_GROUP: `${environment.KAFKA_TOPIC_PREFIX}connect`,
      NEO4J_PASSWORD: String(environment.NEO4J_PASSWORD),
    },
    jars: [jar],
  })
  await worker.start()
  const peers: [ShapeName, Peer][] = []
  for (const name of shapeNames) peers.push([name, await startConnector(world, worker, name)])
  return Object.fromEntries(peers) as Record<ShapeName, Peer>
}

async function startConnector(world: World, worker: Connect, shape: ShapeName): Promise<Peer> {
  const { graph } = world
  const url = `${worker.url}/connectors/${shape}`
  for (const statement of shapes[shape].schema) await graph.execute(statement)
  await graph.execute('CALL db.awaitIndexes(300)')
  await ask(`${worker.url}/connectors`, 'POST', {
    name: shape,
    initial_state: 'STOPPED',
    config: configOf(world, shape),
  })
  const before = await logEnds(world)
  const isIn = async (state: string) => {
    const status = (await ask(`${url}/status`)) as Status | null
    if (status === null) return false
    const { connector, tasks } = status
    const failed = tasks.find((task) => task.state === 'FAILED')
    if (failed) throw new Error(`The connector failed: ${failed.trace}`)
    return connector.state === state && tasks.every((task) => task.state === state)
  }
  const change = async (action: 'pause' | 'resume', state: string) => {
    await ask(`${url}/${action}`, 'PUT')
    await until(`The connector is not ${state}`, () => isIn(state))
  }
  const rest = () => change('pause', 'PAUSED')
  const goOn = () => change('resume', 'RUNNING')
  // A stopped connector does not apply the events of other parts.
  await until('The connector did not stop', () => isIn('STOPPED'))
  await ask(`${url}/offsets`, 'PATCH', offsetsOf(world, before))
  await rest()
  return {
    async drain() {
      const ends = await logEnds(world)
      await goOn()
      const begun = performance.now()
      await untilWritten(world, shape, before, ends)
      const seconds = (performance.now() - begun) / 1000
      await rest()
      return seconds
    },
    async takeNext() {
      await goOn()
      await untilWritten(world, shape, before, await logEnds(world))
      return rest
    },
    end: worker.remove,
  }
}

interface Status {
  connector: { state: string }
  tasks: { state: string; trace?: string }[]
}

function configOf({ environment }: World, shape: ShapeName): Record<string, string> {
  const topic = topicTable(environment.KAFKA_TOPIC_PREFIX).records.name
  return {
    'connector.class': 'org.neo4j.connectors.kafka.sink.Neo4jConnector',
    'tasks.max': '1',
    topics: topic,
    'value.converter': 'org.apache.kafka.connect.json.JsonConverter',
    'value.converter.schemas.enable': 'false',
    'consumer.override.max.poll.records': BATCH,
    'neo4j.uri': String(environment.NEO4J_URI),
    'neo4j.database': environment.NEO4J_DATABASE,
    ...authenticationOf(environment),
    'neo4j.batch-size': BATCH,
    'neo4j.eos-offset-label': offsetLabel(shape),
    [`neo4j.cypher.topic.${topic}`]: shapes[shape].event.replaceAll(/\s+/g, ' ').trim(),
  }
}

function authenticationOf({ NEO4J_USER, NEO4J_PASSWORD }: World['environment']): Record<string, string> {
  if (!NEO4J_PASSWORD) return { 'neo4j.authentication.type': 'NONE' }
  return {
    'neo4j.authentication.type': 'BASIC',
    'neo4j.authentication.basic.username': NEO4J_USER,
    'neo4j.authentication.basic.password': `\${env:NEO4J_PASSWORD}`,
  }
}

/** The offsets of a stopped connector in the format of Connect. */
function offsetsOf({ environment }: World, ends: LogEnds) {
  const { name } = topicTable(environment.KAFKA_TOPIC_PREFIX).records
  const offsets = Object.entries(ends).map(([partition, end]) => ({
    partition: { kafka_topic: name, kafka_partition: Number(partition) },
    offset: { kafka_offset: Number(end) },
  }))
  return { offsets }
}

const offsetLabel = (shape: ShapeName) => `Peer_${shape}`

/** Waits until the offsets that the connector stores in the graph are at the end of the topic. */
async function untilWritten({ graph }: World, shape: ShapeName, before: LogEnds, ends: LogEnds): Promise<void> {
  const statement = `MATCH (k:${offsetLabel(shape)}) RETURN k.partition AS partition, k.offset AS offset`
  const wanted = Object.entries(ends).filter(([partition, end]) => end > (before[Number(partition)] ?? 0n))
  await until(`The connector is not at ${JSON.stringify(wanted.map(String))}`, async () => {
    const rows = await graph.execute(statement)
    const last = new Map(rows.map(({ partition, offset }) => [String(partition), BigInt(Number(offset))]))
    return wanted.every(([partition, end]) => (last.get(partition) ?? -1n) + 1n >= end)
  })
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const begun = performance.now()
  while (!(await isSo())) {
    if (performance.now() - begun > WITHIN_MS) throw new Error(what)
    await delay(POLL_MS)
  }
}

/** @returns null for 404, for example if a status is not written yet */
async function ask(url: string, method = 'GET', body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${response.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}
