import { setTimeout as delay } from 'node:timers/promises'
import kafkajs from 'kafkajs'
import type { ConsumerOptions, RunningConsumer } from '../../consumer.ts'
import { causeOf } from '../../errors.ts'
import type { Clients } from '../open-client.ts'
import { ConsumerSession } from './consumer-session.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000

/** Implements `consume` of the port. When a session in the group ends, another one begins. */
export function runConsumer(clients: Clients, options: ConsumerOptions): RunningConsumer {
  const consumer = new SessionLoop(clients, options)
  return {
    stop: () => consumer.stop(),
    pause: (topicPartition) => consumer.session?.pause(topicPartition),
    resume: (topicPartition) => consumer.session?.resume(topicPartition),
    commit: async (offsets) => consumer.session?.commit(offsets),
    lag: () => consumer.session?.lag() ?? [],
    lastContactAt: () => consumer.contactAt,
  }
}

class SessionLoop {
  session: ConsumerSession | undefined
  contactAt: number | null = null
  readonly #clients: Clients
  readonly #options: ConsumerOptions
  readonly #stopping = new AbortController()
  readonly #finished: Promise<void>
  #failures = 0

  constructor(clients: Clients, options: ConsumerOptions) {
    this.#clients = clients
    this.#options = options
    this.#finished = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#finished
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    const stopped = aborted(signal)
    while (!signal.aborted) {
      this.session = new ConsumerSession(this.#clients, this.#options, () => this.#noteContact())
      const end = await Promise.race([this.session.ended, stopped])
      await this.session.close()
      if (!end || signal.aborted) return
      if (!end.isTransient) return this.#options.onCrash(end.error)
      this.#warn(end.error)
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures++, LONGEST_PAUSE_MS)
      await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  #noteContact(): void {
    this.contactAt = Date.now()
    this.#failures = 0
  }

  #warn(failure: unknown): void {
    const { groupId, topics } = this.#options
    const cause = causeOf(failure)
    const error = cause instanceof Error ? cause.message : String(cause)
    const isMissing = cause instanceof kafkajs.KafkaJSProtocolError && cause.type === 'UNKNOWN_TOPIC_OR_PARTITION'
    const what = isMissing ? `Kafka does not have all of ${topics.join(', ')}` : 'Kafka is unavailable'
    this.#clients.log.warn({ groupId, error }, `${what}, joining again`)
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}
