import { setTimeout as delay } from 'node:timers/promises'
import { type Delivery, parseAuditLine } from '../audit-line.ts'
import type { SpoolBatch, SpoolReader } from './spool-reader.ts'

/** Delivers records in their order, and resolves when none of them can be lost any more. */
export type Deliver = (records: readonly Delivery[]) => Promise<void>

/** A folder whose records are to be delivered. `finish` is called when it is empty and no process writes to it. */
export interface Source {
  reader: SpoolReader
  finish?: () => void
}

interface DrainerOptions {
  /** Called in each round, because folders are adopted and finished while the drainer runs. */
  sources(): readonly Source[]
  deliver: Deliver
  onDelivered(records: number): void
  onFailure(error: unknown): void
  onTorn(): void
}

export interface Drainer {
  /** Signals that there may be new records. */
  signal(): void
  /** The time of the oldest record that is not yet delivered; null if there is none. */
  oldest(): string | null
  /** Delivers records for at most `withinMs` milliseconds and stops. The rest stays in its folder. */
  stop(withinMs: number): Promise<void>
}

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5000

/**
 * Delivers the records of all sources for the lifetime of the process. It retries after a failure, with growing pauses.
 */
export function startDrainer(options: DrainerOptions): Drainer {
  const stopping = new AbortController()
  let isLastRound = false
  let signals = Promise.withResolvers<void>()
  let oldest: string | null = null

  async function deliverBatch(source: Source, batch: SpoolBatch): Promise<void> {
    const records = batch.lines.map(parseAuditLine).filter((record) => record !== null)
    for (let torn = batch.lines.length - records.length; torn > 0; torn--) options.onTorn()
    oldest = records[0]?.time ?? oldest
    if (records.length > 0) await options.deliver(records.map(({ key, value }) => ({ key, value })))
    if (stopping.signal.aborted) return
    await source.reader.confirm(batch)
    oldest = null
    options.onDelivered(records.length)
  }

  async function drainRound(): Promise<boolean> {
    let moved = false
    for (const source of options.sources()) {
      if (stopping.signal.aborted) return false
      const batch = await source.reader.readBatch()
      if (batch) await deliverBatch(source, batch)
      else source.finish?.()
      moved ||= batch !== null
    }
    return moved
  }

  async function run(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const signalled = signals.promise
      try {
        const moved = await drainRound()
        failures = 0
        if (!moved && isLastRound) return
        if (!moved) await signalled
      } catch (error) {
        options.onFailure(error)
        const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS)
        await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  const ended = run()
  const signal = () => {
    signals.resolve()
    signals = Promise.withResolvers<void>()
  }

  return {
    signal,
    oldest: () => oldest,
    async stop(withinMs) {
      isLastRound = true
      signal()
      const tooLong = new AbortController()
      await Promise.race([ended, delay(withinMs, undefined, { signal: tooLong.signal }).catch(() => undefined)])
      tooLong.abort()
      stopping.abort()
    },
  }
}
