import type { TopicPartition } from '../../kafka/consumer/consumer-port.ts'
import { KafkaSendError, type Producer } from '../../kafka/producer/producer.ts'
import type { DeadRecord } from '../partitions/classify.ts'
import { keyOf } from '../partitions/partition-status.ts'
import { deadLetter } from './dead-letter.ts'

/**
 * Sends dead letters and waits for every replica. A chunk that is put back after its dead letters were sent does not send
 * them again from this process; after a crash in between they may be there twice.
 * @throws KafkaSendError when they were not confirmed
 */
export function createDeadLetterPublisher(producer: Pick<Producer, 'send'>, topic: string, now: () => Date) {
  const sent = new Map<string, Set<number>>()
  /** `from` is where the chunk of the dead records begins: what was sent before that is of no concern any more. */
  return async function publishDeadLetters(
    dead: readonly DeadRecord[],
    topicPartition: TopicPartition,
    from: number,
  ): Promise<void> {
    const already = new Set([...(sent.get(keyOf(topicPartition)) ?? [])].filter((offset) => offset >= from))
    sent.set(keyOf(topicPartition), already)
    const left = dead.filter(({ record }) => !already.has(record.offset))
    if (left.length === 0) return
    const confirmAllBut = (unconfirmed: ReadonlySet<number>) => {
      for (const [position, { record }] of left.entries()) if (!unconfirmed.has(position)) already.add(record.offset)
    }
    try {
      await producer.send(left.map((one) => ({ topic, ...deadLetter(one, topicPartition, now()) })))
      confirmAllBut(new Set())
    } catch (error) {
      if (error instanceof KafkaSendError) confirmAllBut(error.unconfirmed)
      throw error
    }
  }
}
