import { useEffect, useRef } from 'react'
import type { ListState } from '../data/use-list.ts'

/** How near the end of what was read the reader comes before more is read, in rows. */
const NEAR = 30
/** Filters may make pages short or empty: after so many that brought nothing to look at, the reader is asked. */
const MOST_IN_A_ROW = 5

/**
 * Reads the next page when the last row in sight is near the end of what was read.
 * @returns true when it stopped, because several pages brought too few rows
 */
export function useLoadOn(
  {
    rows,
    hasMore,
    isFetching,
    error,
    loadMore,
  }: Pick<ListState<unknown>, 'rows' | 'hasMore' | 'isFetching' | 'error' | 'loadMore'>,
  lastInSight: number,
): boolean {
  const asked = useRef({ inSight: -1, pages: 0 })
  const isNear = lastInSight >= rows.length - NEAR
  const isPaused = asked.current.inSight === lastInSight && asked.current.pages >= MOST_IN_A_ROW
  useEffect(() => {
    if (!hasMore || isFetching || error !== null || !isNear || isPaused) return
    const before = asked.current
    asked.current = { inSight: lastInSight, pages: before.inSight === lastInSight ? before.pages + 1 : 1 }
    loadMore()
  }, [hasMore, isFetching, error, isNear, isPaused, lastInSight, loadMore])
  return isPaused
}
