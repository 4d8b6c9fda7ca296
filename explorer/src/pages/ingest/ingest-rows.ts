import type { IngestCounts, IngestPublication, IngestRejection } from '@tenant-data/client'

const names = { styleCount: 'Styles', skuCount: 'SKUs', lineCount: 'Lines', rowCount: 'Yields' } as const

/** What a publication was said to hold beside what came. */
interface ComparedCount {
  name: string
  expected: number | null
  seen: number | null
  /** Null where it cannot be said: one of them is not known, or it is still being built. */
  isSame: boolean | null
}

/** The counts of a publication, one by one. */
export function comparedCounts({
  expected,
  seen,
  state,
}: Pick<IngestPublication, 'expected' | 'seen' | 'state'>): ComparedCount[] {
  const isKnown = expected !== null && seen !== null && state !== 'building'
  return (Object.keys(names) as (keyof IngestCounts)[]).map((count) => ({
    name: names[count],
    expected: expected?.[count] ?? null,
    seen: seen?.[count] ?? null,
    isSame: isKnown ? expected[count] === seen[count] : null,
  }))
}

/** The rejections of one reason. */
export interface RejectionCause {
  reason: IngestRejection['reason']
  count: number
  /** When the newest of them reached the log. */
  newestAt: string
  /** How many of each source, the most first; null is what names none. */
  sources: readonly { source: string | null; count: number }[]
}

/** What rejections have in common: by reason, the most frequent first. */
export function causesOf(rejections: readonly IngestRejection[]): RejectionCause[] {
  const byReason = [...Map.groupBy(rejections, ({ reason }) => reason)]
  return byReason.map(([reason, all]) => causeOf(reason, all)).toSorted((a, b) => b.count - a.count)
}

function causeOf(reason: IngestRejection['reason'], all: readonly IngestRejection[]): RejectionCause {
  const bySource = [...Map.groupBy(all, ({ source }) => source)]
  const sources = bySource.map(([source, { length: count }]) => ({ source, count }))
  const newestAt = all.map(({ at }) => at).reduce((newest, at) => (at > newest ? at : newest))
  return { reason, count: all.length, newestAt, sources: sources.toSorted((a, b) => b.count - a.count) }
}

/** The position of an event in the log, as `tda` writes it: `topic/partition:offset`. */
export function logPosition({ topic, partition, offset }: IngestRejection): string {
  return `${topic}/${partition}:${offset}`
}
