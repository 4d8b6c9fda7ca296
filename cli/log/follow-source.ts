import { setTimeout as delay } from 'node:timers/promises'
import { currentEnds, lagOf } from './lag.ts'
import type { LogReader } from './log-reader.ts'
import type { Side, TopicPair } from './plan-copy.ts'

const ASK_MS = 1_000
const TELL_MS = 5_000
const TELL_AGAIN_MS = 60_000

interface Followed {
  source: Side
  pairs: readonly TopicPair[]
  reader: LogReader
  signal: AbortSignal
  onProgress(line: string): void
}

/**
 * Waits until the signal is aborted, while the reader copies new records. It reports the lag every minute,
 * and sooner when it changes: the number of records of the source that the target has not confirmed yet.
 * @throws the error because of which the reader has ended
 */
export async function followSource({ source, pairs, reader, signal, onProgress }: Followed): Promise<void> {
  let told = { lag: -1, at: -TELL_AGAIN_MS }
  while (!signal.aborted) {
    reader.check()
    const lag = await lagNow(source, pairs, reader)
    const waited = performance.now() - told.at
    if (lag !== null && waited >= (lag === told.lag ? TELL_AGAIN_MS : TELL_MS)) {
      onProgress(`Lag: ${lag} records.`)
      told = { lag, at: performance.now() }
    }
    await delay(ASK_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** Returns null while the brokers are unavailable. The reader continues when they are back. */
async function lagNow(source: Side, pairs: readonly TopicPair[], reader: LogReader): Promise<number | null> {
  try {
    return lagOf(await currentEnds({ ...source, asking: (work) => work() }, pairs), reader.positions())
  } catch (error) {
    if (source.connection.isTransient(error)) return null
    throw error
  }
}
