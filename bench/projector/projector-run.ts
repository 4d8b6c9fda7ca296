import { setTimeout as delay } from 'node:timers/promises'
import type { DemoEvent } from '../../demo/event.ts'
import { connectProducer } from '../../kafka/producer/producer.ts'
import type { OutgoingRecord } from '../../kafka/records.ts'
import { topicTable } from '../../kafka/topics/topics.ts'
import { sum } from '../report/stats.ts'
import type { Service, World } from '../world.ts'
import { batchesOf } from './batches.ts'

const SEND = 500
const POLL_MS = 20
const STALLED_AFTER_MS = 60_000

/**
 * Fills the topic with events while the projector is suspended, then lets it go on, warm and with its
 * partitions, and times it until it has applied the last.
 * @throws Error when an event was not applied
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

/** Events as they are sent. */
export function recordsOf({ environment }: World, events: Iterable<DemoEvent>): OutgoingRecord[] {
  const topic = topicTable(environment.KAFKA_TOPIC_PREFIX).records.name
  const headers = { 'content-type': 'application/cloudevents+json' }
  return Array.from(events, ({ key, value }) => ({ topic, key, value: JSON.stringify(value), headers }))
}

export async function send({ connection }: World, records: readonly OutgoingRecord[]): Promise<void> {
  const producer = connectProducer(connection)
  try {
    for (const batch of batchesOf(records, SEND)) await producer.send(batch)
  } finally {
    await producer.disconnect()
  }
}

/** Begins to count what the projector applies; the function returned waits until so many records were, and throws when one was not. */
export async function untilAllApplied(world: World, records: number): Promise<() => Promise<void>> {
  const before = await outcomesOf(world)
  return () => untilApplied(world, before, records)
}

async function untilApplied(world: World, before: Outcomes, records: number): Promise<void> {
  let moved = { done: 0, at: performance.now() }
  for (;;) {
    const now = await outcomesOf(world)
    const done = sum(Object.values(now)) - sum(Object.values(before))
    if (done >= records) {
      const applied = (now.applied ?? 0) - (before.applied ?? 0)
      if (applied === records) return
      throw new Error(`The projector applied ${applied} of ${records} records; its log tells why`)
    }
    if (done > moved.done) moved = { done, at: performance.now() }
    if (performance.now() - moved.at > STALLED_AFTER_MS)
      throw new Error(`The projector stands at ${done} of ${records}`)
    await delay(POLL_MS)
  }
}

type Outcomes = Record<string, number>

/** The projector's own count of records by what became of them. */
async function outcomesOf({ adminPorts }: World): Promise<Outcomes> {
  const response = await fetch(`http://127.0.0.1:${adminPorts.projector}/metrics`)
  const lines = (await response.text()).matchAll(/^tda_projector_records_total\{outcome="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, outcome = '', count]) => [outcome, Number(count)]))
}
