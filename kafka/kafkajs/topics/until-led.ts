import { setTimeout as delay } from 'node:timers/promises'
import kafkajs from 'kafkajs'
import { causeOf, isLeftUnanswered, isTransient } from '../is-transient.ts'

const UNTIL_ELECTED_MS = 15_000
const UNTIL_KNOWN_MS = 1_500
const PAUSE_MS = 300

/**
 * Asks again while a broker answers that it does not lead a partition: for a moment after the topic was created, or as long
 * as an election takes after a broker left, was too slow to be heard, also by its first answer, or hung up. A topic that is
 * not known is given 1.5 s, an election 15 s.
 * @throws what `ask` throws: at once where no broker can be reached, as kafkajs tried that long enough, or where waiting
 * does not help.
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
  if (isLeftUnanswered(cause)) return UNTIL_ELECTED_MS
  if (!(cause instanceof kafkajs.KafkaJSProtocolError) || !isTransient(error)) return 0
  return cause.type === 'UNKNOWN_TOPIC_OR_PARTITION' ? UNTIL_KNOWN_MS : UNTIL_ELECTED_MS
}
