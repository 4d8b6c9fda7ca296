import type { Graph } from '../../cypher/connect.ts'
import { countInvalidations } from '../../cypher/system/credentials.ts'
import { listOffsets } from '../../cypher/system/offsets.ts'
import type { KafkaConnection } from '../../kafka/connection/connect.ts'
import { atOnce, paceOf } from '../../kafka/producer/pace.ts'
import { connectProducer, PATIENT_MS } from '../../kafka/producer/producer.ts'
import type { OutgoingRecord } from '../../kafka/records.ts'
import { endOffsets } from '../../kafka/topics/end-offsets.ts'
import { untilLed } from '../../kafka/topics/until-led.ts'
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
const SAY_EVERY_MS = 5000

/** What is fed in one go: `what` names it to the reader of the progress. */
export interface DemoFeed {
  topic: string
  total: number
  what: string
  events: Iterable<DemoEvent>
}

/** The records of a brand. */
export function recordsFeed(topic: string, brand: BrandOptions): DemoFeed {
  const total = Object.values(demoCounts(brand)).reduce((sum, count) => sum + count, 0)
  return { topic, total, what: `events of ${brand.organization}`, events: demoEvents(brand) }
}

/** The newest publications of a brand. */
export function publicationsFeed(topic: string, brand: BrandOptions, publications: number): DemoFeed {
  const feed = demoPublications(brand, publications)
  const what = `BOM events of ${brand.organization}`
  return { topic, total: bomEventCount(brand, feed), what, events: bomEvents(brand, feed) }
}

/** What systems say about a brand; `loadsUntil` is when its datasets were last loaded, in epoch milliseconds. */
export function connectedFeed(topic: string, brand: BrandOptions, loadsUntil: number): DemoFeed {
  const counts = connectedCounts(brand)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const what = `connected-data events (${counts.position} positions) of ${brand.organization}`
  return { topic, total, what, events: connectedEvents(brand, { loadsUntil }) }
}

/** What a brand sends by mistake. */
export function mistakesFeed(topic: string, options: BrandOptions): DemoFeed {
  const events = mistakenEvents(openBrand(options))
  return { topic, total: events.length, what: `mistaken events of ${options.organization}`, events }
}

/** Produces events to their topic, at most `rate` a second where it is given, and says how many every 5 s. */
export async function feedDemo(
  connection: KafkaConnection,
  { topic, total, what, events }: DemoFeed,
  onProgress: (line: string) => void,
  rate = Number.POSITIVE_INFINITY,
): Promise<void> {
  const producer = connectProducer(connection, { timeoutMs: PATIENT_MS, onWait: onProgress })
  const keepPace = paceOf(rate)
  let fed = 0
  let said = Date.now()
  try {
    for (const batch of batches(events, topic, atOnce(rate, BATCH_EVENTS))) {
      await producer.send(batch)
      fed += batch.length
      await keepPace(batch.length)
      if (Date.now() - said < SAY_EVERY_MS && fed < total) continue
      onProgress(`Fed ${fed} of ${total} ${what} into Kafka.`)
      said = Date.now()
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
    async () => missingOf(logEnds, await graph.read(listOffsets, null, { groupId: group })),
    (missing) => `The projector has ${missing} events to go.`,
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
    (left) => `The projector has ${left} invalidations to reconcile.`,
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
async function endOffsetsOf(connection: KafkaConnection, topics: string[]): Promise<Map<string, number>> {
  const logEnds = await untilLed(() => endOffsets(connection, topics))
  return new Map(logEnds.map((end) => [partitionKeyOf(end), Number(end.high)]))
}

type NextOffset = { topic: string; partition: number; next: number }

const partitionKeyOf = ({ topic, partition }: Omit<NextOffset, 'next'>) => `${topic}/${partition}`

function missingOf(logEnds: Map<string, number>, statuses: NextOffset[]): number {
  const next = new Map(statuses.map((row) => [partitionKeyOf(row), row.next]))
  return [...logEnds].reduce((sum, [place, end]) => sum + Math.max(0, end - (next.get(place) ?? 0)), 0)
}
