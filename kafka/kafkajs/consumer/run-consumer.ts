import { setTimeout as delay } from 'node:timers/promises'
import kafkajs from 'kafkajs'
import type { ConsumerOptions, RunningConsumer } from '../../consumer.ts'
import { causeOf } from '../is-transient.ts'
import { endOffsets } from '../topics/end-offsets.ts'
import { type ConsumerSession, openSession } from './consumer-session.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000

/** Settles when the signal is aborted, or after a time. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

/**
 * Reads topics as a member of a consumer group, for as long as the process lives: brokers that are away, at the start or
 * later, are waited for. Offsets are the caller's: it starts each partition that is assigned to it where it likes, and
 * nothing is read of a partition before. A partition whose log has a gap, or a batch that cannot be decoded, rests alone.
 */
export function runConsumer(options: ConsumerOptions): RunningConsumer {
  const { connection, groupId, topics } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let session: ConsumerSession | undefined
  let contactAt: number | null = null
  let failures = 0
  const onContact = () => {
    contactAt = Date.now()
    failures = 0
  }

  const stopped = aborted(signal)
  const run = async () => {
    while (!signal.aborted) {
      session = openSession(options, onContact)
      const end = await Promise.race([session.ended, stopped])
      await session.close()
      if (!end || signal.aborted) return
      if (!end.isTransient) {
        options.onCrash(end.error)
        return
      }
      const cause = causeOf(end.error)
      const error = cause instanceof Error ? cause.message : String(cause)
      const isMissing = cause instanceof kafkajs.KafkaJSProtocolError && cause.type === 'UNKNOWN_TOPIC_OR_PARTITION'
      const what = isMissing ? `Kafka does not have all of ${topics.join(', ')}` : 'Kafka is away'
      connection.log.warn({ groupId, error }, `${what}, joining again`)
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS), signal)
    }
  }
  const finished = run()

  return {
    stop: async () => {
      stopping.abort()
      await finished
    },
    pause: (of) => session?.pause(of),
    resume: (of) => session?.resume(of),
    commit: async (offsets) => session?.commit(offsets),
    lag: () => session?.lag() ?? [],
    endOffsets: () => endOffsets(connection, topics),
    lastContactAt: () => contactAt,
  }
}
