import type { IngestCounts, IngestPublication } from '@tenant-data/client'

const names = { styleCount: 'Styles', skuCount: 'SKUs', lineCount: 'Lines', rowCount: 'Yields' } as const

/** What a publication was said to hold beside what came. */
export interface ComparedCount {
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
