import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { OperationId, Operations, Page } from '@tenant-data/client'
import { useCallback, useMemo } from 'react'
import { useClient } from '../session/session-context.tsx'

/** The operations that answer in keyset pages. */
type ListOperationId = {
  [Id in OperationId]: Operations[Id]['input'] extends { cursor?: string | undefined }
    ? Operations[Id]['output'] extends Page
      ? Id
      : never
    : never
}[OperationId]

/** The rows of a list that were read so far. */
export interface ListState<Row, FirstPage = Page<Row>> {
  rows: readonly Row[]
  /** The first page, with its `meta`; undefined until it is there. */
  first: FirstPage | undefined
  /** True until the first page is there. */
  isPending: boolean
  isFetching: boolean
  error: Error | null
  hasMore: boolean
  loadMore: () => void
  refetch: () => void
}

interface Options {
  /** Rows of a page. */
  limit?: number
  enabled?: boolean
}

/**
 * Reads a list page by page, the next when `loadMore` is called. What is no longer looked at is aborted; the list is not read
 * again when the window gets the focus.
 */
export function useList<Id extends ListOperationId>(
  operationId: Id,
  input: Omit<Operations[Id]['input'], 'cursor' | 'limit'>,
  { limit = 200, enabled = true }: Options = {},
): ListState<Operations[Id]['output']['data'][number], Operations[Id]['output']> {
  type Output = Operations[Id]['output']
  const client = useClient()
  const read = client[operationId] as (input: object, options: { signal: AbortSignal }) => PromiseLike<Output>
  const query = useInfiniteQuery({
    queryKey: [operationId, input, limit],
    queryFn: async ({ pageParam, signal }) =>
      await read({ ...input, limit, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Output) => page.links.next,
    enabled,
  })
  const { data } = query
  const rows = useMemo(() => (data?.pages ?? []).flatMap((page) => page.data as Output['data'][number][]), [data])
  return { rows, first: data?.pages[0], ...usePaging(query) }
}

type Paging = Omit<ListState<unknown>, 'rows' | 'first'>

/** How far a query of pages is, and how it reads on; what failed is what is read again. */
export function usePaging(query: UseInfiniteQueryResult<unknown>): Paging {
  const { fetchNextPage, refetch, isPending, isFetching, error, hasNextPage, isFetchNextPageError } = query
  const loadMore = useCallback(() => {
    if (!isFetching) void fetchNextPage()
  }, [isFetching, fetchNextPage])
  const again = useCallback(() => {
    void (isFetchNextPageError ? fetchNextPage() : refetch())
  }, [isFetchNextPageError, fetchNextPage, refetch])
  return { isPending, isFetching, error, hasMore: hasNextPage, loadMore, refetch: again }
}
