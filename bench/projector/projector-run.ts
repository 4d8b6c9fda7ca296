import { setTimeout as delay } from 'node:timers/promises'
import { listOffsets } from '../../cypher/system/offsets.ts'
import type { DemoEvent } from '../../demo/event.ts'
import type { OutgoingRecord } from '../../kafka/records.ts'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { sum } from '../report/stats.ts'
import type { Service, World } from '../world.ts'
import { batchesOf } from './batches.ts'

const SEND = 500
const POLL_MS = 50
const STALLED_AFTER_MS = 60_000

/**
 * Sends events while the projector is suspended, then resumes it, which is warm and has its partitions, and times it
 * until it has applied all events.
 * @throws Error if an event was not applied
 */
export async function projectorSeconds(world: World, projector: Service, events: Iterable<DemoEvent>): Promise<number> {
  const records = recordsOf(world, events)
  const applied = await untilAllApplied(world, records.length)
  await projector.suspend()
  await send(world, records).finally(projector.resume)
  const begun = performance.now()
  await applied()
  return (performance.now() - begun) / 1000
}

/** Events as records for Kafka. */
export function recordsOf({ environment }: World, events: Iterable<DemoEvent>): OutgoingRecord[] {
  const topic = topicTable(environment.KAFKA_TOPIC_PREFIX).records.name
  const headers = { 'content-type': 'application/cloudevents+json' }
  return Array.from(events, ({ key, value }) => ({ topic, key, value: JSON.stringify(value), headers }))
}

export async function send({ connection }: World, records: readonly OutgoingRecord[]): Promise<void> {
  const producer = connection.createProducer()
  try {
    for (const batch of batchesOf(records, SEND)) await producer.send(batch)
  } finally {
    await producer.disconnect()
  }
}

/**
 * Starts counting what the projector applies. The returned function waits until the projector is at the end of the
 * topic, and throws if a record was not applied.
 */
export async function untilAllApplied(world: World, records: number): Promise<() => Promise<void>> {
  const before = await outcomesOf(world)
  return async () => {
    await untilAtEnd(world)
    for (;;) {
      const now = await outcomesOf(world)
      // The projector counts a batch only after its commit.
      if (sum(Object.values(now)) - sum(Object.values(before)) < records) continue
      const applied = (now.applied ?? 0) - (before.applied ?? 0)
      if (applied === records) return
      throw new Error(`The projector applied ${applied} of ${records} records; see its log`)
    }
  }
}

/** Reads the progress from the graph, because a request to the projector costs it up to a tenth of its thread. */
async function untilAtEnd({ graph, connection, environment }: World): Promise<void> {
  const { name } = topicTable(environment.KAFKA_TOPIC_PREFIX).records
  const logs = await connection.endOffsets([name])
  let moved = { left: Number.POSITIVE_INFINITY, at: performance.now() }
  for (;;) {
    const rows = await graph.read(listOffsets, null, { groupId: environment.PROJECTOR_GROUP })
    const standing = new Map(rows.filter(({ topic }) => topic === name).map(({ partition, next }) => [partition, next]))
    const left = sum(logs.map(({ partition, low, high }) => Number(high) - (standing.get(partition) ?? Number(low))))
    if (left === 0) return
    if (left < moved.left) moved = { left, at: performance.now() }
    if (performance.now() - moved.at > STALLED_AFTER_MS) throw new Error(`The projector has ${left} records to go`)
    await delay(POLL_MS)
  }
}

type Outcomes = Record<string, number>

/** The projector's counts of records by outcome. */
async function outcomesOf({ adminPorts }: World): Promise<Outcomes> {
  const response = await fetch(`http://127.0.0.1:${adminPorts.projector}/metrics`)
  const lines = (await response.text()).matchAll(/^tda_projector_records_total\{outcome="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, outcome = '', count]) => [outcome, Number(count)]))
}
