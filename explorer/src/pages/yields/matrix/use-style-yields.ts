import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { BomYield, ComparedSnapshot } from '@tenant-data/client'
import { useClient } from '../../../session/session-context.tsx'
import type { YieldFilters } from '../yields-search.ts'

/** Pages of 1,000 rows: the largest styles have a few thousand. */
const MOST_PAGES = 5

export interface StyleYields {
  rows: BomYield[]
  snapshot: ComparedSnapshot | null
  /** False when there are more rows than are read. */
  isWhole: boolean
}

/** Reads the rows of a style to their end, from one snapshot, or as many as a page may hold. */
export function useStyleYields(filters: YieldFilters, { enabled }: { enabled: boolean }): UseQueryResult<StyleYields> {
  const client = useClient()
  return useQuery({
    queryKey: ['listBomYields', filters, 'whole'],
    enabled,
    queryFn: async ({ signal }) => {
      const read: StyleYields = { rows: [], snapshot: null, isWhole: true }
      for await (const { data, meta, links } of client
        .listBomYields(filters, { signal, maxPages: MOST_PAGES })
        .pages()) {
        read.rows.push(...data)
        read.snapshot ??= meta.snapshot
        read.isWhole = links.next === null
      }
      return read
    },
  })
}
