import type { MaterialFactoryPosition } from '@tenant-data/client'
import { useEffect } from 'react'
import { type ListState, useList } from '../../../parts/use-list.ts'
import { useRead } from '../../../parts/use-read.ts'
import type { MaterialsSearch } from '../materials-search.ts'

/** The number of positions that are loaded automatically. The API orders them by ID, and grouping needs all of them. */
const MOST_READ = 5000
const PAGE = 1000

export interface Positions {
  list: ListState<MaterialFactoryPosition>
  /** True once all positions are loaded, or the maximum number. */
  isRead: boolean
}

/** The filters of positions in a URL. */
export function positionFilters({ material, factory, system }: MaterialsSearch) {
  return {
    ...(material !== undefined && { material }),
    ...(factory !== undefined && { factory }),
    ...(system !== undefined && { system }),
  }
}

/** All positions of a material, of a factory, or of both. */
export function usePositions(filters: ReturnType<typeof positionFilters>): Positions {
  const enabled = filters.material !== undefined || filters.factory !== undefined
  const list = useList('getMaterialFactoryPosition', filters, { limit: PAGE, enabled })
  const { rows, hasMore, isFetching, isLoaded, error, loadMore } = list
  const readsOn = hasMore && error === null && rows.length < MOST_READ
  useEffect(() => {
    if (readsOn && !isFetching) loadMore()
  }, [readsOn, isFetching, loadMore])
  return { list, isRead: isLoaded && !readsOn }
}

/** The systems whose datasets contain positions, and the given ones, ordered by name. */
export function useSystems(given: readonly string[]): string[] {
  const datasets = useRead('listServiceDatasets', { limit: 1000 })
  const sending = (datasets.data?.data ?? []).filter(({ recordKinds }) => recordKinds.includes('position'))
  return [...new Set([...sending.map(({ sourceSystem }) => sourceSystem), ...given])].sort()
}
