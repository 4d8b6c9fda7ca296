import type { Entity, EntityPage } from '@tenant-data/client'
import { useEffect, useRef } from 'react'
import { type ListState, useList } from '../../parts/use-list.ts'
import type { GraphSearch } from './graph-search.ts'

/** The maximum length of the API. */
const MAX_CODE = 255

type Entities = ListState<Entity, EntityPage> & { isStale: boolean }

/** The entities whose label has the words, or if there are none, those that have the text as a code in any system. */
export function useFoundByCode(
  byWords: Entities,
  { q = '', type, lifecycleState, season }: GraphSearch,
): Entities & { isByCode: boolean } {
  const isMissed = !byWords.isStale && !byWords.isPending && byWords.error === null && byWords.rows.length === 0
  const enabled = isMissed && q !== '' && q.length <= MAX_CODE
  const byCode = useList('searchEntities', { code: q, type, lifecycleState, season }, { enabled })
  const isByCode = enabled && byCode.rows.length > 0
  if (isByCode) return { ...byCode, isStale: false, isByCode }
  // The words alone do not tell yet that nothing is found.
  return { ...byWords, isPending: byWords.isPending || (enabled && byCode.isPending), isByCode }
}

/** A list that keeps its rows until the next are loaded. While `isStale` is true, it must not load another page. */
export function useKept<Row, First>(list: ListState<Row, First>): ListState<Row, First> & { isStale: boolean } {
  const kept = useRef(list)
  useEffect(() => {
    if (!list.isPending) kept.current = list
  })
  const isStale = list.isPending && !kept.current.isPending
  return isStale ? { ...kept.current, isFetching: true, hasMore: false, isStale } : { ...list, isStale }
}
