import type { Graph } from '../../cypher/connect.ts'
import { countInvalidations } from '../../cypher/system/credentials.ts'
import { listOffsets } from '../../cypher/system/offsets.ts'
import type { KafkaConnection } from '../../kafka/connection.ts'
import { burstSize, paceOf } from '../../kafka/pace.ts'
import { PATIENT_MS } from '../../kafka/producer.ts'
import type { OutgoingRecord } from '../../kafka/records.ts'
import { bomEventCount, bomEvents } from '../bom/bom-events.ts'
import { type BrandOptions, openBrand } from '../brand.ts'
import { connectedCounts, connectedEvents } from '../connected/connected-events.ts'
import { demoCounts } from '../demo-counts.ts'
import { demoEvents } from '../demo-events.ts'
import { demoPublications } from '../demo-publications.ts'
import type { DemoEvent } from '../event.ts'
import { mistakenEvents } from '../mistakes/mistaken-events.ts'
import { untilNoneLeft } from './until-none-left.ts'

const BATCH_EVENTS = 500
const BATCH_CHARACTERS = 4 * 1024 * 1024

/** Events of one topic, and how many there are. */
export interface DemoFeed {
  topic: string
  total: number
  events: Iterable<DemoEvent>
}

/** The records of a brand. */
export function recordsFeed(topic: string, brand: BrandOptions): DemoFeed {
  const total = Object.values(demoCounts(brand)).reduce((sum, count) => sum + count, 0)
  return { topic, total, events: demoEvents(brand) }
}

/** The newest publications of a brand. */
export function publicationsFeed(topic: string, brand: BrandOptions, publications: number): DemoFeed {
  const feed = demoPublications(brand, publications)
  return { topic, total: bomEventCount(brand, feed), events: bomEvents(brand, feed) }
}

/** The connected data of a brand. `loadsUntil` is when its datasets were last loaded, in epoch milliseconds. */
export function connectedFeed(topic: string, brand: BrandOptions, loadsUntil: number): DemoFeed {
  const total = Object.values(connectedCounts(brand)).reduce((sum, count) => sum + count, 0)
  return { topic, total, events: connectedEvents(brand, { loadsUntil }) }
}

/** The deliberately invalid events of a brand. */
export function mistakesFeed(topic: string, options: BrandOptions): DemoFeed {
  const events = mistakenEvents(openBrand(options))
  return { topic, total: events.length, events }
}

export interface FeedOptions {
  /** Events per second, at most. */
  rate?: number | undefined
  /** Called with the size of each batch that Kafka has confirmed. */
  onFed?: (events: number) => void
  /** Called with a message while it waits for Kafka. */
  onWait?: (line: string) => void
}

/** Sends events to their topic. */
export async function feedDemo(
  connection: KafkaConnection,
  { topic, events }: DemoFeed,
  { rate = Number.POSITIVE_INFINITY, onFed = () => {}, onWait = () => {} }: FeedOptions = {},
): Promise<void> {
  const producer = connection.createProducer({ timeoutMs: PATIENT_MS, onWait })
  const keepPace = paceOf(rate)
  try {
    for (const batch of batches(events, topic, burstSize(rate, BATCH_EVENTS))) {
      await producer.send(batch)
      onFed(batch.length)
      await keepPace(batch.length)
    }
  } finally {
    await producer.disconnect()
  }
}

/** Groups events for sending, bounded in number and size: one of a BOM may be as large as a thousand others. */
function* batches(events: Iterable<DemoEvent>, topic: string, most: number): Generator<OutgoingRecord[]> {
  let batch: OutgoingRecord[] = []
  let size = 0
  for (const { key, value: event } of events) {
    const value = JSON.stringify(event)
    batch.push({ topic, key, value, headers: { 'content-type': 'application/cloudevents+json' } })
    size += value.length
    if (batch.length < most && size < BATCH_CHARACTERS) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

/**
 * Waits until the projector has applied all that is in some topics now, and says how far it is.
 * @throws Error as `untilNoneLeft` does
 */
export async function untilProjected(
  { connection, graph, topics, group }: Projected,
  onProgress: (line: string) => void,
): Promise<void> {
  const logEnds = await endOffsetsOf(connection, topics)
  await untilNoneLeft(
    () => missingIn(graph, group, logEnds),
    (missing) => `${missing} events are still to be applied.`,
    onProgress,
  )
}

/**
 * Waits until all that was fed has been reconciled, so that a newcomer sees every exception.
 * @throws Error as `untilNoneLeft` does
 */
export async function untilReconciled(graph: Graph, onProgress: (line: string) => void): Promise<void> {
  await untilNoneLeft(
    async () => (await graph.read(countInvalidations, null, {}))[0]?.invalidations ?? 0,
    (left) => `${left} changes are still to be reconciled.`,
    onProgress,
  )
}

interface Projected {
  connection: KafkaConnection
  graph: Graph
  topics: string[]
  group: string
}

/** Where the partitions of some topics end, by topic and partition. */
export async function endOffsetsOf(connection: KafkaConnection, topics: string[]): Promise<Map<string, number>> {
  const logEnds = await connection.untilLed(() => connection.endOffsets(topics))
  return new Map(logEnds.map((end) => [partitionKeyOf(end), Number(end.high)]))
}

const partitionKeyOf = ({ topic, partition }: { topic: string; partition: number }) => `${topic}/${partition}`

/** How many events before some ends a group of projectors has not applied yet. */
export async function missingIn(graph: Graph, groupId: string, logEnds: ReadonlyMap<string, number>): Promise<number> {
  const rows = await graph.read(listOffsets, null, { groupId })
  const next = new Map(rows.map((row) => [partitionKeyOf(row), row.next]))
  return [...logEnds].reduce((sum, [place, end]) => sum + Math.max(0, end - (next.get(place) ?? 0)), 0)
}
