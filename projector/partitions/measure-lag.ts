import type { EndOffsets, TopicPartition } from '../../kafka/consumer.ts'
import { keyOf } from './partition-status.ts'

/** The last record of a partition that this process applied: its Kafka timestamp, and when it was applied, in ms. */
export interface LastApplied extends TopicPartition {
  timestamp: number
  appliedAt: number
}

export type PartitionLag = TopicPartition & { seconds: number }

/**
 * Measures for each partition how long its oldest unapplied record has been waiting; 0 if all are applied. If the
 * partition was already behind when this process applied its last record, the next record is taken to be as old as that
 * one. Otherwise the record arrived after the last time that the end offset equaled the stored offset. To find that
 * time, the function remembers when it saw each end offset.
 */
export function createMeasureLag() {
  const endOffsets = new Map<string, { high: bigint; at: number }[]>()

  function behindSince(key: string, next: bigint, high: bigint, now: number): number | null {
    const seen = endOffsets.get(key) ?? []
    if (high > (seen.at(-1)?.high ?? -1n)) seen.push({ high, at: now })
    const ahead = seen.filter((end) => end.high > next)
    endOffsets.set(key, ahead)
    return ahead[0]?.at ?? null
  }

  return function measureLag(
    logs: readonly EndOffsets[],
    nextOf: (topicPartition: TopicPartition) => number | null,
    applied: readonly LastApplied[],
    now: number,
  ): PartitionLag[] {
    return logs.map(({ topic, partition, low, high }) => {
      const key = keyOf({ topic, partition })
      const since = behindSince(key, BigInt(nextOf({ topic, partition }) ?? low), high, now)
      if (since === null) return { topic, partition, seconds: 0 }
      const last = applied.find((one) => keyOf(one) === key)
      const begun = last && last.appliedAt >= since ? Math.min(last.timestamp, since) : since
      return { topic, partition, seconds: Math.max(0, (now - begun) / 1000) }
    })
  }
}

/** The lag of the partition that is furthest behind, in whole seconds. */
export function longestOf(lags: readonly PartitionLag[]): number {
  return Math.floor(Math.max(0, ...lags.map(({ seconds }) => seconds)))
}
