import type { PartitionEnds } from '../kafka/ends.ts'
import { keyOf, type Place } from './partition-states.ts'

/** The last record of a partition that this process applied: its Kafka timestamp, and when it was applied, in ms. */
export interface LastApplied extends Place {
  timestamp: number
  appliedAt: number
}

/**
 * How long ago, in seconds, the oldest record arrived that is not applied yet, over all partitions; 0 when all are. Where
 * a partition was behind when this process applied its last record, the next one is as old as that. Else the record came
 * after the log was last seen to end where the graph stands: what ended where is remembered for that.
 */
export function createMeasureLag() {
  const ends = new Map<string, { high: bigint; at: number }[]>()

  function behindSince(key: string, next: bigint, high: bigint, now: number): number | null {
    const seen = ends.get(key) ?? []
    if (high > (seen.at(-1)?.high ?? -1n)) seen.push({ high, at: now })
    const ahead = seen.filter((end) => end.high > next)
    ends.set(key, ahead)
    return ahead[0]?.at ?? null
  }

  return function measureLag(
    logs: readonly PartitionEnds[],
    nextOf: (place: Place) => number | null,
    applied: readonly LastApplied[],
    now: number,
  ): number {
    const lags = logs.map(({ topic, partition, low, high }) => {
      const key = keyOf({ topic, partition })
      const since = behindSince(key, BigInt(nextOf({ topic, partition }) ?? low), high, now)
      if (since === null) return 0
      const last = applied.find((one) => keyOf(one) === key)
      return now - (last && last.appliedAt >= since ? Math.min(last.timestamp, since) : since)
    })
    return Math.max(0, Math.floor(Math.max(0, ...lags) / 1000))
  }
}
