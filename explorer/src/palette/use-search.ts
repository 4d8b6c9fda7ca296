import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Operations } from '@tenant-data/client'
import { type ReadOperationId, readQuery } from '../parts/use-read.ts'
import { useClient } from '../session/session-context.tsx'

interface SearchOptions {
  enabled: boolean
  /** Keeps the previous response until the next is loaded. */
  keepsPrevious?: boolean
}

/** Loads one response for the search, which shows its own errors, because the page behind it is complete without it. */
export function useSearch<Id extends ReadOperationId>(
  operationId: Id,
  input: Operations[Id]['input'],
  { enabled, keepsPrevious = false }: SearchOptions,
): UseQueryResult<Operations[Id]['output']> {
  return useQuery({
    ...readQuery(useClient(), operationId, input),
    enabled,
    meta: { isOptional: true },
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  })
}
