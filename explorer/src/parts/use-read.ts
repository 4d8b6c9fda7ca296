import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Client, OperationId, Operations } from '@tenant-data/client'
import { useClient } from '../session/session-context.tsx'

/** The operations that a page may ask for without making anything. */
export type ReadOperationId = Exclude<OperationId, 'createExport' | 'downloadExport'>

interface ReadOptions {
  enabled?: boolean
  /** The answer to the input before stays while the next is read, as for a text that is being typed. */
  keepsPrevious?: boolean
}

/** The query of one response, of a list of its first page. What several parts of a page ask is asked once. */
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

/** Reads one response. What is no longer looked at is aborted. */
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
