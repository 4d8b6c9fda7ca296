import type { Freshness } from '@tenant-data/client'

/** A dataset is late when the API cannot call it fresh: its data are too old, or nobody knows how old they are. */
export const isLate = ({ status }: Pick<Freshness, 'status'>): boolean => status !== 'fresh'

function rankOf({ status, severity, reason }: Freshness): number {
  if (status === 'stale') return severity === 'error' ? 0 : 1
  if (status === 'unknown') return 2
  return reason === null ? 4 : 3
}

/** Stale datasets first, then unknown ones, then fresh ones of which something is to be said; else as they were. */
export function lateFirst(rows: readonly Freshness[]): Freshness[] {
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b))
}
