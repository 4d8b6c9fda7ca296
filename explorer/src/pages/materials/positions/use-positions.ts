import type { MaterialFactoryPosition } from '@tenant-data/client'
import { useEffect } from 'react'
import { type ListState, useList } from '../../../parts/use-list.ts'
import { useRead } from '../../../parts/use-read.ts'
import type { MaterialsSearch } from '../materials-search.ts'

/** So many positions are read by themselves: they come by id, and only all of them can be put together by material. */
const MOST_READ = 5000
const PAGE = 1000

export interface Positions {
  list: ListState<MaterialFactoryPosition>
  /** True once all are read, or as many as are read by themselves. */
  isRead: boolean
}

/** What the filters of positions in an address are. */
export function positionFilters({ material, factory, system }: MaterialsSearch) {
  return {
    ...(material !== undefined && { material }),
    ...(factory !== undefined && { factory }),
    ...(system !== undefined && { system }),
  }
}

/** All positions of a material, at a factory, or of both. */
export function usePositions(filters: ReturnType<typeof positionFilters>): Positions {
  const enabled = filters.material !== undefined || filters.factory !== undefined
  const list = useList('getMaterialFactoryPosition', filters, { limit: PAGE, enabled })
  const { rows, hasMore, isFetching, isPending, error, loadMore } = list
  const readsOn = hasMore && error === null && rows.length < MOST_READ
  useEffect(() => {
    if (readsOn && !isFetching) loadMore()
  }, [readsOn, isFetching, loadMore])
  return { list, isRead: !isPending && !readsOn }
}

/** The systems that send positions, as their datasets say, and those that are given, by name. */
export function useSystems(given: readonly string[]): string[] {
  const datasets = useRead('listServiceDatasets', { limit: 1000 })
  const sending = (datasets.data?.data ?? []).filter(({ recordKinds }) => recordKinds.includes('position'))
  return [...new Set([...sending.map(({ sourceSystem }) => sourceSystem), ...given])].sort()
}
