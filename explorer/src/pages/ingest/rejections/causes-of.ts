import type { IngestRejection } from '@tenant-data/client'

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
