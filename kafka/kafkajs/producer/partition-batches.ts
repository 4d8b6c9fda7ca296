import { randomInt } from 'node:crypto'
import type { Message } from 'kafkajs'
import { keyPartition } from '../../../domain/events/bom-partition.ts'
import type { OutgoingMessage } from './produce-requests.ts'

/** The messages of one request for one partition, in order. A broker writes all of them or none. */
export type PartitionBatch = { topic: string; partition: number; messages: Message[]; positions: number[] }

/** Returns the partition of a message, from 0 up to the given number. */
export type ChoosePartition = (message: Message, partitions: number) => number

/**
 * Chooses partitions as the Java client and kafkajs do: the partition that the message names, or the one of its key by
 * murmur2. Messages without a key are distributed in turn.
 */
export function partitionChooser(): ChoosePartition {
  let turn = randomInt(1024)
  return ({ partition, key }, partitions) => {
    if (partition !== undefined) return partition
    if (key === null || key === undefined) return turn++ % partitions
    return keyPartition(Buffer.isBuffer(key) ? key : Buffer.from(key, 'utf8'), partitions)
  }
}

/** Groups the messages of a request by partition. Retries use the result again, so a message keeps its partition. */
export function partitionBatches(
  messages: readonly OutgoingMessage[],
  partitionsOf: (topic: string) => number,
  choose: ChoosePartition,
): PartitionBatch[] {
  const batches = new Map<string, PartitionBatch>()
  for (const { topic, position, message } of messages) {
    const partition = choose(message, partitionsOf(topic))
    const key = topicPartitionKey({ topic, partition })
    const batch = batches.get(key) ?? { topic, partition, messages: [], positions: [] }
    batch.messages.push(message)
    batch.positions.push(position)
    batches.set(key, batch)
  }
  return [...batches.values()]
}

export function topicPartitionKey({ topic, partition }: Pick<PartitionBatch, 'topic' | 'partition'>): string {
  return `${partition} ${topic}`
}
