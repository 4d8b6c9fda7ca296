import type { TopicPartition } from '../../kafka/consumer.ts'
import { KafkaSendError, type Producer } from '../../kafka/producer.ts'
import type { OutgoingRecord } from '../../kafka/records.ts'
import { keyOf } from '../partitions/partition-status.ts'
import type { DeadRecord } from '../pipeline/event-stream.ts'
import { deadLetter, fittingForm, letterForms } from './dead-letter.ts'

/**
 * Sends dead letters and waits for every replica. A chunk that is put back after its dead letters were sent does not send
 * them again from this process; after a crash in between they may be there twice. A letter that the topic does not take as
 * it is goes with less of its record, so that none holds up its partition.
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

/** Sends the first of several forms of one letter that the broker takes. @throws KafkaSendError of the last */
async function sendFirst(producer: Pick<Producer, 'send'>, [first, ...others]: OutgoingRecord[]): Promise<void> {
  if (!first) return
  try {
    await producer.send([first])
  } catch (error) {
    if (others.length === 0 || !isRefused(error)) throw error
    await sendFirst(producer, others)
  }
}

/** Whether the broker would refuse the same again, as what is too large for the topic. */
function isRefused(error: unknown): boolean {
  return error instanceof KafkaSendError && !error.retriable
}
