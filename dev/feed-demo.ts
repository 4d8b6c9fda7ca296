import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../cypher/connect.ts'
import { listOffsets } from '../cypher/offsets.ts'
import type { KafkaConnection } from '../kafka/connect.ts'
import { partitionEnds } from '../kafka/ends.ts'
import { connectProducer } from '../kafka/producer.ts'
import type { OutgoingRecord } from '../kafka/records.ts'
import { untilLed } from '../kafka/until-led.ts'
import { bomEventCount, bomEvents } from './demo/bom/bom-events.ts'
import type { BrandOptions } from './demo/brand.ts'
import { connectedCounts, connectedEvents } from './demo/connected/connected-events.ts'
import { demoCounts } from './demo/demo-counts.ts'
import { demoEvents } from './demo/demo-events.ts'
import { demoPublications } from './demo/demo-publications.ts'
import type { DemoEvent } from './demo/event.ts'

const BATCH_EVENTS = 500
const BATCH_CHARACTERS = 4 * 1024 * 1024
const SAY_EVERY_MS = 5000
const POLL_MS = 200
const STALLED_AFTER_MS = 60_000

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

/** Produces events to their topic, and says how many every 5 s. */
export async function feedDemo(
  connection: KafkaConnection,
  { topic, total, what, events }: DemoFeed,
  onProgress: (line: string) => void,
): Promise<void> {
  const producer = connectProducer(connection)
  let fed = 0
  let said = Date.now()
  try {
    for (const batch of batches(events, topic)) {
      await producer.send(batch)
      fed += batch.length
      if (Date.now() - said < SAY_EVERY_MS && fed < total) continue
      onProgress(`Fed ${fed} of ${total} ${what} into Kafka.`)
      said = Date.now()
    }
  } finally {
    await producer.disconnect()
  }
}

/** Groups events for sending, bounded in number and size: one of a BOM may be as large as a thousand others. */
function* batches(events: Iterable<DemoEvent>, topic: string): Generator<OutgoingRecord[]> {
  let batch: OutgoingRecord[] = []
  let size = 0
  for (const { key, value: event } of events) {
    const value = JSON.stringify(event)
    batch.push({ topic, key, value, headers: { 'content-type': 'application/cloudevents+json' } })
    size += value.length
    if (batch.length < BATCH_EVENTS && size < BATCH_CHARACTERS) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

/**
 * Waits until the projector has applied all that is in some topics now, and says how far it is.
 * @throws Error when nothing moves for a minute.
 */
export async function untilProjected(
  { connection, graph, topics, group }: Projected,
  onProgress: (line: string) => void,
): Promise<void> {
  const ends = await endsOf(connection, topics)
  let moved = { missing: Number.POSITIVE_INFINITY, at: Date.now() }
  let said = Date.now()
  for (;;) {
    const missing = missingOf(ends, await graph.read(listOffsets, null, { groupId: group }))
    if (missing === 0) return
    if (missing < moved.missing) moved = { missing, at: Date.now() }
    if (Date.now() - moved.at > STALLED_AFTER_MS) throw new Error(stalled(missing))
    if (Date.now() - said > SAY_EVERY_MS) {
      onProgress(`The projector has ${missing} events to go.`)
      said = Date.now()
    }
    await delay(POLL_MS)
  }
}

interface Projected {
  connection: KafkaConnection
  graph: Graph
  topics: string[]
  group: string
}

/** Where the partitions of some topics end, by topic and partition. */
async function endsOf(connection: KafkaConnection, topics: string[]): Promise<Map<string, number>> {
  const ends = await untilLed(() => partitionEnds(connection, topics))
  return new Map(ends.map((end) => [placeOf(end), Number(end.high)]))
}

type Standing = { topic: string; partition: number; next: number }

const placeOf = ({ topic, partition }: Omit<Standing, 'next'>) => `${topic}/${partition}`

function missingOf(ends: Map<string, number>, standings: Standing[]): number {
  const next = new Map(standings.map((row) => [placeOf(row), row.next]))
  return [...ends].reduce((sum, [place, end]) => sum + Math.max(0, end - (next.get(place) ?? 0)), 0)
}

const stalled = (missing: number) =>
  `The projector has not moved for ${STALLED_AFTER_MS / 1000} s with ${missing} events to go; its log tells why.`
