import { useList } from '../../parts/data/use-list.ts'
import type { YieldFilters } from './yields-search.ts'

/** The rows that filters leave, page by page, in whatever styles they are. */
export const useYieldList = (filters: YieldFilters, options: { enabled: boolean }) =>
  useList('listBomYields', filters, options)

export type YieldList = ReturnType<typeof useYieldList>
