import { isTooMuch } from '../../cypher/errors.ts'
import type { TopicPartition } from '../../kafka/consumer.ts'
import { keyOf } from '../partitions/partition-status.ts'
import { MAX_CHUNK_RECORDS } from './chunks.ts'

/**
 * Limits the records of a partition in one transaction. The limit is lowered when a transaction was too large for the
 * graph, so that even large records are applied, and raised after each success.
 */
export function createChunkLimits() {
  const limits = new Map<string, number>()
  const limitOf = (topicPartition: TopicPartition) => limits.get(keyOf(topicPartition)) ?? MAX_CHUNK_RECORDS
  return {
    of: limitOf,
    shrinkAfter(topicPartition: TopicPartition, error: unknown, records: number): void {
      if (isTooMuch(error)) limits.set(keyOf(topicPartition), Math.max(1, Math.floor(records / 2)))
    },
    grow(topicPartition: TopicPartition): void {
      const limit = Math.ceil(limitOf(topicPartition) * 1.25)
      if (limit < MAX_CHUNK_RECORDS) limits.set(keyOf(topicPartition), limit)
      else limits.delete(keyOf(topicPartition))
    },
  }
}
