import type { Copied } from './copy-log.ts'
import type { Lane } from './lane.ts'

const SHORT = 12

/** The counts of one partition of the copy. `copied` includes what earlier runs copied. */
export interface PartitionReport {
  topic: string
  partition: number
  source: number
  leftOut: number
  copied: number
  sha256: string
}

/** The counts of a copy. `added` is what this run copied, `copied` includes earlier runs. */
export interface CopyReport {
  source: number
  leftOut: number
  copied: number
  added: number
  /** Records that name no registered organization, copied or not. */
  unattributed: number
  lag: number
  partitions: PartitionReport[]
}

/** Sums up a copy. */
export function copyReport({ lanes, lag }: Copied): CopyReport {
  const sum = (countOf: (lane: Lane) => number) => lanes.reduce((total, lane) => total + countOf(lane), 0)
  return {
    source: sum(({ counts }) => counts.source),
    leftOut: sum(({ counts }) => counts.leftOut),
    copied: sum(({ selected }) => selected.count),
    added: sum(({ counts }) => counts.copied),
    unattributed: sum(({ counts }) => counts.unattributed),
    lag,
    partitions: lanes.map(({ target, counts, selected }) => ({
      ...target,
      source: counts.source,
      leftOut: counts.leftOut,
      copied: selected.count,
      sha256: selected.sha256,
    })),
  }
}

/** The columns of one partition, with the beginning of its digest. */
export function reportColumns({ sha256, ...counts }: PartitionReport): Record<string, unknown> {
  return { ...counts, sha256: sha256.slice(0, SHORT) }
}
