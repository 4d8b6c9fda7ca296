import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../cypher/connect.ts'
import { listOffsets } from '../cypher/offsets.ts'
import type { KafkaConnection } from '../kafka/connect.ts'
import { connectProducer } from '../kafka/producer.ts'
import type { OutgoingRecord } from '../kafka/records.ts'
import { withAdmin } from '../kafka/with-admin.ts'
import type { BrandOptions } from './demo/brand.ts'
import { demoCounts } from './demo/demo-counts.ts'
import { demoEvents } from './demo/demo-events.ts'

const BATCH = 500
const SAY_EVERY_MS = 5000
const POLL_MS = 200
const STALLED_AFTER_MS = 60_000

/** Produces the events of one brand to the records topic, and says how many every 5 s. */
export async function feedDemo(
  connection: KafkaConnection,
  topic: string,
  brand: BrandOptions,
  onProgress: (line: string) => void,
): Promise<void> {
  const total = Object.values(demoCounts(brand)).reduce((sum, count) => sum + count, 0)
  const producer = connectProducer(connection)
  let fed = 0
  let said = Date.now()
  try {
    for (const batch of batches(demoEvents(brand), BATCH)) {
      await producer.send(batch.map(({ key, value }) => recordOf(topic, key, value)))
      fed += batch.length
      if (Date.now() - said < SAY_EVERY_MS && fed < total) continue
      onProgress(`Fed ${fed} of ${total} events of ${brand.organization} into Kafka.`)
      said = Date.now()
    }
  } finally {
    await producer.disconnect()
  }
}

const recordOf = (topic: string, key: string, value: object): OutgoingRecord => ({
  topic,
  key,
  value: JSON.stringify(value),
  headers: { 'content-type': 'application/cloudevents+json' },
})

function* batches<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length === size) yield batch
    if (batch.length === size) batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Waits until the projector has applied all that is in a topic now, and says how far it is.
 * @throws Error when nothing moves for a minute.
 */
export async function untilProjected(
  { connection, graph, topic, group }: { connection: KafkaConnection; graph: Graph; topic: string; group: string },
  onProgress: (line: string) => void,
): Promise<void> {
  const offsets = await withAdmin(connection, (admin) => admin.fetchTopicOffsets(topic))
  const ends = new Map(offsets.map(({ partition, high }) => [partition, Number(high)]))
  let moved = { missing: Number.POSITIVE_INFINITY, at: Date.now() }
  let said = Date.now()
  for (;;) {
    const missing = missingOf(ends, await graph.read(listOffsets, null, { groupId: group }), topic)
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

type Standing = { topic: string; partition: number; next: number }

function missingOf(ends: Map<number, number>, standings: Standing[], topic: string): number {
  const next = new Map(standings.filter((row) => row.topic === topic).map((row) => [row.partition, row.next]))
  return [...ends].reduce((sum, [partition, end]) => sum + Math.max(0, end - (next.get(partition) ?? 0)), 0)
}

const stalled = (missing: number) =>
  `The projector has not moved for ${STALLED_AFTER_MS / 1000} s with ${missing} events to go; its log tells why.`
