import { setTimeout as delay } from 'node:timers/promises'
import kafkajs from 'kafkajs'
import { causeOf } from '../errors.ts'
import { isLeftUnanswered, isTransient } from './is-transient.ts'

const UNTIL_ELECTED_MS = 15_000
const UNTIL_KNOWN_MS = 1_500
const PAUSE_MS = 300

/**
 * Implements `untilLed` of the port. An unreachable broker is not retried here, because kafkajs has already retried
 * long enough.
 */
export async function untilLed<T>(ask: () => Promise<T>): Promise<T> {
  for (const begun = performance.now(); ; await delay(PAUSE_MS)) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() - begun >= patienceWith(error)) throw error
    }
  }
}

function patienceWith(error: unknown): number {
  const cause = causeOf(error)
  // The next request reads the metadata again, which by then has the broker that came back, or another leader.
  if (isLeftUnanswered(cause) || cause instanceof kafkajs.KafkaJSBrokerNotFound) return UNTIL_ELECTED_MS
  if (!(cause instanceof kafkajs.KafkaJSProtocolError) || !isTransient(error)) return 0
  return cause.type === 'UNKNOWN_TOPIC_OR_PARTITION' ? UNTIL_KNOWN_MS : UNTIL_ELECTED_MS
}
