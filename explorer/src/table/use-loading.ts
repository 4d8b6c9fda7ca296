import { useEffect, useRef } from 'react'
import type { TableList } from './table.tsx'

/** The number of rows before the end at which the next page is loaded. */
const NEAR = 30
/** Filters can make pages short or empty. After this number of pages without enough rows, the user must ask for more. */
const MOST_IN_A_ROW = 5
/** The number of rows up to which all are loaded to sort, group, or copy them. */
export const MOST_ROWS = 10_000

/**
 * Why a table waits: `paused` after several pages with too few rows, `all` while it loads all rows, `many` if there are
 * too many rows for that.
 */
export type Loading = 'paused' | 'all' | 'many' | null

/** The index of the last row in sight, -1 if there is none. Null if it is not near the end of the loaded rows. */
export function nearEnd(lastInSight: number, loaded: number): number | null {
  return lastInSight >= loaded - NEAR ? lastInSight : null
}

/**
 * Loads the next page when the end of the loaded rows is near, or if all rows are needed.
 * @param near as `nearEnd` returns it
 */
export function useLoading(list: TableList<unknown>, near: number | null, needsAll: boolean): Loading {
  const { rows, hasMore, isFetching, error, loadMore } = list
  const asked = useRef<{ inSight: number | null; pages: number }>({ inSight: null, pages: 0 })
  const isPaused = asked.current.inSight === near && asked.current.pages >= MOST_IN_A_ROW
  const loadsAll = needsAll && rows.length < MOST_ROWS
  const isIdle = hasMore && !isFetching && error === null
  useEffect(() => {
    if (!isIdle) return
    if (loadsAll) return loadMore()
    if (near === null || isPaused) return
    const before = asked.current
    asked.current = { inSight: near, pages: before.inSight === near ? before.pages + 1 : 1 }
    loadMore()
  }, [isIdle, loadsAll, isPaused, near, loadMore])
  if (!hasMore) return null
  if (needsAll) return loadsAll ? 'all' : 'many'
  return isPaused && isIdle ? 'paused' : null
}
