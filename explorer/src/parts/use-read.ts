import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { OperationId, Operations } from '@tenant-data/client'
import { useClient } from '../session/session-context.tsx'

/** The operations that a page may ask for without making anything. */
type ReadOperationId = Exclude<OperationId, 'createExport' | 'downloadExport'>

interface ReadOptions {
  enabled?: boolean
  /** The answer to the input before stays while the next is read, as for a text that is being typed. */
  keepsPrevious?: boolean
}

/** Reads one answer; of a list its first page. What is no longer looked at is aborted. */
export function useRead<Id extends ReadOperationId>(
  operationId: Id,
  input: Operations[Id]['input'],
  { enabled = true, keepsPrevious = false }: ReadOptions = {},
): UseQueryResult<Operations[Id]['output']> {
  const client = useClient()
  const read = client[operationId] as (
    input: object,
    options: { signal: AbortSignal },
  ) => PromiseLike<Operations[Id]['output']>
  return useQuery({
    queryKey: [operationId, input, 'once'],
    queryFn: async ({ signal }) => await read(input, { signal }),
    enabled,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  })
}
