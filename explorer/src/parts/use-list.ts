import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { OperationId, Operations, Page } from '@tenant-data/client'
import { useCallback, useMemo } from 'react'
import { useClient } from '../session/session-context.tsx'

/** The operations that return pages with a cursor. */
type ListOperationId = {
  [Id in OperationId]: Operations[Id]['input'] extends { cursor?: string | undefined }
    ? Operations[Id]['output'] extends Page
      ? Id
      : never
    : never
}[OperationId]

/** The rows of a list that are loaded so far. */
export interface ListState<Row, FirstPage = Page<Row>> {
  rows: readonly Row[]
  /** The first page with its `meta`. Undefined until it is loaded. */
  first: FirstPage | undefined
  /** True until the first page is loaded, or fails. */
  isPending: boolean
  isLoaded: boolean
  isFetching: boolean
  error: Error | null
  hasMore: boolean
  loadMore: () => void
  refetch: () => void
}

interface Options {
  /** The page size. */
  limit?: number
  enabled?: boolean
}

/**
 * Loads a list page by page, the next one when `loadMore` is called. Requests are aborted when no component uses the
 * list any more. The list is not loaded again when the window gets the focus.
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

/** The state of a list whose rows are all loaded. */
export function wholeList<Row>(rows: readonly Row[]): Omit<ListState<Row>, 'first'> {
  const none = () => undefined
  const isOver = { isPending: false, isLoaded: true, isFetching: false, error: null, hasMore: false }
  return { rows, ...isOver, loadMore: none, refetch: none }
}

type Paging = Omit<ListState<unknown>, 'rows' | 'first'>

/** The progress of a query of pages, with functions that load the next page, or retry the one that failed. */
export function usePaging(query: UseInfiniteQueryResult<unknown>): Paging {
  const { data, fetchNextPage, refetch, isPending, isFetching, error, hasNextPage, isFetchNextPageError } = query
  const loadMore = useCallback(() => {
    if (!isFetching) void fetchNextPage()
  }, [isFetching, fetchNextPage])
  const again = useCallback(() => {
    void (isFetchNextPageError ? fetchNextPage() : refetch())
  }, [isFetchNextPageError, fetchNextPage, refetch])
  return { isPending, isLoaded: data !== undefined, isFetching, error, hasMore: hasNextPage, loadMore, refetch: again }
}
