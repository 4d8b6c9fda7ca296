import type { IngestCounts, IngestPublication, IngestRejection } from '@tenant-data/client'

const names = { styleCount: 'Styles', skuCount: 'SKUs', lineCount: 'Lines', rowCount: 'Yields' } as const

/** A declared count of a publication, and the received one. */
interface ComparedCount {
  name: string
  expected: number | null
  seen: number | null
  /** Whether both are the same. Null if one of them is unknown, or while the publication is being built. */
  isSame: boolean | null
}

/** The declared and received counts of a publication. */
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

/** All loaded rejections with the same reason. */
export interface RejectionCause {
  reason: IngestRejection['reason']
  count: number
  /** When the newest of these events reached the Kafka topic. */
  newestAt: string
  /** The number of events by source, the most frequent first. Null is an event without a source. */
  sources: readonly { source: string | null; count: number }[]
}

/** Groups rejections by reason, the most frequent first. */
export function causesOf(rejections: readonly IngestRejection[]): RejectionCause[] {
  const byReason = [...Map.groupBy(rejections, ({ reason }) => reason)]
  return byReason.map(([reason, all]) => causeOf(reason, all)).toSorted((a, b) => b.count - a.count)
}

function causeOf(reason: IngestRejection['reason'], all: readonly IngestRejection[]): RejectionCause {
  const bySource = [...Map.groupBy(all, ({ source }) => source)]
  const sources = bySource.map(([source, own]) => ({ source, count: eventsOf(own) }))
  const newestAt = all.map(({ at }) => at).reduce((newest, at) => (at > newest ? at : newest))
  return { reason, count: eventsOf(all), newestAt, sources: sources.toSorted((a, b) => b.count - a.count) }
}

/** The number of rejected events that rejections stand for. */
export function eventsOf(rejections: readonly IngestRejection[]): number {
  return rejections.reduce((sum, { count }) => sum + count, 0)
}

/** The position of an event in Kafka in the format of `tda`: `topic/partition:offset`. */
export function logPosition({ topic, partition, offset }: IngestRejection): string {
  return `${topic}/${partition}:${offset}`
}
