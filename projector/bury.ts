import { KafkaSendError, type Producer } from '../kafka/producer.ts'
import type { DeadRecord } from './classify.ts'
import { deadLetter } from './dead-letter.ts'
import { keyOf, type Place } from './partition-states.ts'

/**
 * Sends dead letters and waits for every replica. A slice that is put back after its dead letters were sent does not send
 * them again from this process; after a crash in between they may be there twice.
 * @throws KafkaSendError when they were not confirmed
 */
export function createBury(producer: Pick<Producer, 'send'>, topic: string, now: () => Date) {
  const sent = new Map<string, Set<number>>()
  /** `from` is where the slice of the dead records begins: what was sent before that is of no concern any more. */
  return async function bury(dead: readonly DeadRecord[], place: Place, from: number): Promise<void> {
    const already = new Set([...(sent.get(keyOf(place)) ?? [])].filter((offset) => offset >= from))
    sent.set(keyOf(place), already)
    const left = dead.filter(({ record }) => !already.has(record.offset))
    if (left.length === 0) return
    const confirm = (count: number) => {
      for (const { record } of left.slice(0, count)) already.add(record.offset)
    }
    try {
      await producer.send(left.map((one) => ({ topic, ...deadLetter(one, place, now()) })))
      confirm(left.length)
    } catch (error) {
      if (error instanceof KafkaSendError) confirm(error.confirmed)
      throw error
    }
  }
}
