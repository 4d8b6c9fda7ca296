import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { KafkaSendError } from '../../kafka/producer.ts'
import { recordOf, supplierOf, timeOf } from '../support/events/source-event.ts'
import type { Installation } from '../support/processes/projector.ts'
import { spawnTda } from '../support/processes/tda.ts'

const SUBJECTS = 400
const BATCH = 250
const FILE_EVENTS = 1500
const SEND_MS = 120_000

/** Writers under load that record which events Kafka confirmed. */
export interface Load {
  /** Ids of the events that were confirmed. */
  confirmed: Set<string>
  /** The errors of sends that were not confirmed. */
  refusals: string[]
  /** Every completed run of `tda feed`, with its standard error. */
  feeds: { code: number; stderr: string }[]
  /** Stops the writers, and waits for their pending sends. */
  stop(): Promise<void>
}

interface LoadEvent {
  id: string
  key: string
  value: string
}

/** Events of suppliers. Each version of a supplier is another event. */
function eventsOf(organization: string, writer: string, from: number, count: number): LoadEvent[] {
  return Array.from({ length: count }, (_, at) => {
    const recordId = `${writer}-${(from + at) % SUBJECTS}`
    // All versions have the same time: with later times, the last of many versions would lie in the future.
    const event = { ...supplierOf(recordId, from + at), time: timeOf(0) }
    const { key, value } = recordOf(organization, event)
    return { id: idOf(value), key, value }
  })
}

export function idOf(value: string): string {
  return /"id":"([^"]+)"/.exec(value)?.[1] ?? ''
}

/** Starts one producer in this process, and `feeds` writers that run `tda feed` again and again. */
export function startLoad({ connection, organization, settings, topic }: Installation, feeds: number): Load {
  const load = { confirmed: new Set<string>(), refusals: [] as string[], feeds: [] as Load['feeds'] }
  let isStopped = false

  async function produce(): Promise<void> {
    const producer = connection.createProducer({ timeoutMs: SEND_MS })
    for (let from = 1; !isStopped; from += BATCH) {
      const events = eventsOf(organization, 'producer', from, BATCH)
      try {
        await producer.send(events.map(({ key, value }) => ({ topic, key, value })))
        for (const { id } of events) load.confirmed.add(id)
      } catch (error) {
        if (!(error instanceof KafkaSendError)) throw error
        load.refusals.push(error.message)
        for (const { id } of confirmedOf(events, error)) load.confirmed.add(id)
      }
      // Short enough that a request is pending whenever a leader moves, and long enough for two projectors to keep up.
      await delay(20)
    }
    await producer.disconnect()
  }

  async function feed(writer: string): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'tda-feed-'))
    const file = join(folder, 'events.ndjson')
    for (let from = 1; !isStopped; from += FILE_EVENTS) {
      const events = eventsOf(organization, writer, from, FILE_EVENTS)
      writeFileSync(file, events.map(({ value }) => `${value}\n`).join(''))
      const { code, stderr } = await spawnTda({ ...settings, AUDIT_SPOOL: join(folder, 'audit') }, ['feed', file])
      load.feeds.push({ code, stderr })
      if (code === 0) for (const { id } of events) load.confirmed.add(id)
    }
    await rm(folder, { recursive: true })
  }

  const writers = [produce(), ...Array.from({ length: feeds }, (_, at) => feed(`feed${at}`))]
  return {
    ...load,
    async stop() {
      isStopped = true
      await Promise.all(writers)
    },
  }
}

function confirmedOf(events: readonly LoadEvent[], error: KafkaSendError): readonly LoadEvent[] {
  return events.filter((_, position) => !error.unconfirmed.has(position))
}
