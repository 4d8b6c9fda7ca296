import { useInfiniteQuery } from '@tanstack/react-query'
import type { CompareMaterialPositionsInput, PositionComparison } from '@tenant-data/client'
import { useCallback, useMemo } from 'react'
import type { ListState } from '../../../parts/data/use-list.ts'
import { useClient } from '../../../session/session-context.tsx'
import { type DifferenceRow, differenceRows } from './difference-rows.ts'

/** A request compares so many pairs. */
export const PAIRS_AT_ONCE = 100

export interface Comparison {
  list: ListState<DifferenceRow>
  comparisons: readonly PositionComparison[]
}

/** Compares pairs, as many at once as the API takes, the next when the reader comes near the end. */
export function useComparison(input: CompareMaterialPositionsInput, enabled: boolean): Comparison {
  const client = useClient()
  const { pairs } = input
  const query = useInfiniteQuery({
    queryKey: ['compareMaterialPositions', input, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const chunk = pairs.slice(pageParam, pageParam + PAIRS_AT_ONCE)
      return (await client.compareMaterialPositions({ ...input, pairs: chunk }, { signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: (_page, _pages, from) => (from + PAIRS_AT_ONCE < pairs.length ? from + PAIRS_AT_ONCE : null),
    enabled,
  })
  const { data, fetchNextPage, refetch, isFetching, isPending, error, hasNextPage, isFetchNextPageError } = query
  const comparisons = useMemo(() => data?.pages.flat() ?? [], [data])
  const rows = useMemo(() => comparisons.flatMap(differenceRows), [comparisons])
  const loadMore = useCallback(() => {
    if (!isFetching) void fetchNextPage()
  }, [isFetching, fetchNextPage])
  const again = useCallback(() => {
    void (isFetchNextPageError ? fetchNextPage() : refetch())
  }, [isFetchNextPageError, fetchNextPage, refetch])
  const state = { rows, isPending, isFetching, error, hasMore: hasNextPage, loadMore, refetch: again }
  return { list: { ...state, first: undefined }, comparisons }
}
