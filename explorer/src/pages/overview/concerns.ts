import type { ExceptionCode, Freshness, IngestRejection, PositionExceptionCounts } from '@tenant-data/client'
import { formatCode } from '../../format/names.ts'
import { formatCount } from '../../format/numbers.ts'
import { formatSpan } from '../../format/times.ts'
import { eventsOf } from '../ingest/ingest-rows.ts'

/** Something that needs attention, as a part of a sentence, with the page that shows it. */
export interface Concern {
  text: string
  to: '/freshness' | '/materials' | '/ingest'
  search: Record<string, string>
}

const DAY_MS = 86_400_000

/** Datasets that are too old, and those of which it is not known. */
export function staleness(datasets: readonly Freshness[]): Concern[] {
  const late = datasets.filter(({ status }) => status === 'stale')
  const unknown = datasets.filter(({ status }) => status === 'unknown')
  const [oldest] = late.toSorted((a, b) => (b.lagSeconds ?? 0) - (a.lagSeconds ?? 0))
  const age = oldest ? `${oldest.datasetId} is ${formatSpan(oldest.lagSeconds ?? 0)} old` : ''
  const stale = late.length > 1 ? `${formatCount(late.length, 'dataset is', 'datasets are')} stale, and ${age}` : age
  const concern = (status: string, text: string): Concern => ({ text, to: '/freshness', search: { status } })
  return [
    ...(late.length > 0 ? [concern('stale', stale)] : []),
    ...(unknown.length > 0
      ? [concern('unknown', `the freshness of ${formatCount(unknown.length, 'dataset')} is unknown`)]
      : []),
  ]
}

/**
 * Open exceptions, the critical ones by their most frequent code.
 * @param critical counts of the critical ones; null until they are loaded
 */
export function openExceptions(all: PositionExceptionCounts, critical: PositionExceptionCounts | null): Concern[] {
  const serious = all.severity.critical
  const rest = all.exceptions - serious
  const concern = (text: string, search: Record<string, string>): Concern => {
    return { text, to: '/materials', search: { ...search, status: 'open' } }
  }
  const codes = Object.entries(critical?.code ?? {}) as [ExceptionCode, number][]
  const [[code, count] = [null, 0]] = codes.toSorted(([, a], [, b]) => b - a)
  const most = code === null || count === 0 ? '' : ` (${count === serious ? '' : 'most: '}${formatCode(code)})`
  return [
    ...(serious > 0 ? [concern(`${formatCount(serious, 'critical exception')}${most}`, { severity: 'critical' })] : []),
    ...(rest > 0 ? [concern(formatCount(rest, serious > 0 ? 'other exception' : 'open exception'), {})] : []),
  ]
}

/** Events that were rejected in the last 24 hours. The given ones are the newest. */
export function recentRejections(rejections: readonly IngestRejection[], hasMore: boolean, now: number): Concern[] {
  const recent = rejections.filter(({ rejectedAt }) => Date.parse(rejectedAt) >= now - DAY_MS)
  if (recent.length === 0) return []
  const isPartial = hasMore && recent.length === rejections.length
  const text = `${isPartial ? 'at least ' : ''}${formatCount(eventsOf(recent), 'event')} rejected in the last 24 hours`
  return [{ text, to: '/ingest', search: { list: 'rejections' } }]
}
