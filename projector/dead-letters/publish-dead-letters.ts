import type { TopicPartition } from '../../kafka/consumer.ts'
import { KafkaSendError, type Producer } from '../../kafka/producer.ts'
import type { OutgoingRecord } from '../../kafka/records.ts'
import { keyOf } from '../partitions/partition-status.ts'
import type { DeadRecord } from '../pipeline/event-stream.ts'
import { deadLetter, fittingForm, letterForms } from './dead-letter.ts'

/**
 * Returns a function that sends dead letters and waits until every in-sync replica has them. When a chunk is retried
 * after its dead letters were sent, this process does not send them again. After a crash in between, the topic may
 * contain them twice. If the topic rejects a dead letter, a shorter form of it is sent, because the partition cannot
 * continue without it.
 * @throws KafkaSendError when the broker did not confirm them
 */
export function createDeadLetterPublisher(producer: Pick<Producer, 'send'>, topic: string, now: () => Date) {
  const sent = new Map<string, Set<number>>()
  /** `from` is the first offset of the chunk. What was sent for earlier offsets can be forgotten. */
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
    const recordOf = (one: DeadRecord, form = fittingForm(one.record)) => {
      return { topic, ...deadLetter(one, topicPartition, now(), form) }
    }
    try {
      await producer.send(left.map((one) => recordOf(one)))
      confirmAllBut(new Set())
    } catch (error) {
      if (error instanceof KafkaSendError) confirmAllBut(error.unconfirmed)
      if (!isRefused(error)) throw error
      for (const one of left.filter(({ record }) => !already.has(record.offset))) {
        const forms = letterForms.slice(letterForms.indexOf(fittingForm(one.record)))
        await sendFirst(
          producer,
          forms.map((form) => recordOf(one, form)),
        )
        already.add(one.record.offset)
      }
    }
  }
}

/** Sends the first form of one dead letter that the broker accepts. @throws KafkaSendError of the last form */
async function sendFirst(producer: Pick<Producer, 'send'>, [first, ...others]: OutgoingRecord[]): Promise<void> {
  if (!first) return
  try {
    await producer.send([first])
  } catch (error) {
    if (others.length === 0 || !isRefused(error)) throw error
    await sendFirst(producer, others)
  }
}

/** Whether the broker would reject the same record again, for example because it is too large for the topic. */
function isRefused(error: unknown): boolean {
  return error instanceof KafkaSendError && !error.retriable
}
