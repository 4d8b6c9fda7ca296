import type { Producer } from '../kafka/producer.ts'
import type { DeadRecord } from './classify.ts'
import { deadLetter } from './dead-letter.ts'
import type { Place } from './partition-states.ts'

/**
 * Sends dead letters and waits for every replica. A slice that is put back after its dead letters were sent does not send
 * them again from this process; after a crash in between they may be there twice.
 * @throws KafkaSendError when they were not confirmed
 */
export function createBury(producer: Producer, topic: string, now: () => Date) {
  const sentUpTo = new Map<string, number>()
  return async function bury(dead: readonly DeadRecord[], { topic: fromTopic, partition }: Place): Promise<void> {
    const key = `${fromTopic}/${partition}`
    const sent = sentUpTo.get(key) ?? -1
    const letters = dead.filter(({ record }) => record.offset > sent)
    const last = letters.at(-1)
    if (!last) return
    await producer.send(letters.map((one) => ({ topic, ...deadLetter(one, { topic: fromTopic, partition }, now()) })))
    sentUpTo.set(key, last.record.offset)
  }
}
