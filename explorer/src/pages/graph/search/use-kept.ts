import { useEffect, useRef } from 'react'
import type { ListState } from '../../../parts/data/use-list.ts'

/** A list that shows what it had until the next is there; `isStale` says so, and then nothing more is read of it. */
export function useKept<Row, First>(list: ListState<Row, First>): ListState<Row, First> & { isStale: boolean } {
  const kept = useRef(list)
  useEffect(() => {
    if (!list.isPending) kept.current = list
  })
  const isStale = list.isPending && !kept.current.isPending
  return isStale ? { ...kept.current, isFetching: true, hasMore: false, isStale } : { ...list, isStale }
}
