import { isTooMuch } from '../../cypher/errors.ts'
import type { TopicPartition } from '../../kafka/consumer.ts'
import { keyOf } from '../partitions/partition-status.ts'
import { MAX_CHUNK_RECORDS } from './chunks.ts'

/**
 * How many records of a partition one transaction takes: fewer after one that was too much for the graph, so that a
 * partition gets on however heavy its records are, and more again with each that went well.
 */
export function createChunkLimits() {
  const limits = new Map<string, number>()
  const of = (topicPartition: TopicPartition) => limits.get(keyOf(topicPartition)) ?? MAX_CHUNK_RECORDS
  return {
    of,
    shrinkAfter(topicPartition: TopicPartition, error: unknown, records: number): void {
      if (isTooMuch(error)) limits.set(keyOf(topicPartition), Math.max(1, Math.floor(records / 2)))
    },
    grow(topicPartition: TopicPartition): void {
      const limit = Math.ceil(of(topicPartition) * 1.25)
      if (limit < MAX_CHUNK_RECORDS) limits.set(keyOf(topicPartition), limit)
      else limits.delete(keyOf(topicPartition))
    },
  }
}
