import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Client, OperationId, Operations } from '@tenant-data/client'
import { useClient } from '../session/session-context.tsx'

/** The operations that a page can call without creating anything. */
export type ReadOperationId = Exclude<OperationId, 'createExport' | 'downloadExport'>

interface ReadOptions {
  enabled?: boolean
  /** Keeps the previous response until the next is loaded, for example while the user types. */
  keepsPrevious?: boolean
}

/** The query of one response, or of the first page of a list. Equal queries of several components share one request. */
export function readQuery<Id extends ReadOperationId>(client: Client, operationId: Id, input: Operations[Id]['input']) {
  const read = client[operationId] as (
    input: object,
    options: { signal: AbortSignal },
  ) => PromiseLike<Operations[Id]['output']>
  return {
    queryKey: [operationId, input, 'once'],
    queryFn: async ({ signal }: { signal: AbortSignal }) => await read(input, { signal }),
  }
}

/** Loads one response. The request is aborted when no component uses it any more. */
export function useRead<Id extends ReadOperationId>(
  operationId: Id,
  input: Operations[Id]['input'],
  { enabled = true, keepsPrevious = false }: ReadOptions = {},
): UseQueryResult<Operations[Id]['output']> {
  return useQuery({
    ...readQuery(useClient(), operationId, input),
    enabled,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  })
}
