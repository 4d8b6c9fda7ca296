import { useQuery } from '@tanstack/react-query'
import type { Entity } from '@tenant-data/client'
import { useRead } from '../../../parts/use-read.ts'
import { useClient } from '../../../session/session-context.tsx'
import type { GraphSearch } from '../graph-search.ts'
import { type FoundPaths, findPaths } from './find-paths.ts'

type Known = Pick<Entity, 'id' | 'type' | 'label'>

interface Paths {
  /** The other entity. Undefined until it is loaded. */
  target: Known | undefined
  found: FoundPaths | undefined
  isPending: boolean
  error: Error | null
  refetch: () => void
}

/** The shortest paths from an entity to another one, if one is chosen. */
export function usePaths({ id, type, label }: Known, { path, via = [] }: GraphSearch): Paths {
  const client = useClient()
  const isAsked = path !== undefined && path !== id
  const read = useRead('getEntity', { entityId: path ?? '' }, { enabled: isAsked })
  const types = useRead('listEntityTypes', {}, { enabled: isAsked })
  const target = isAsked ? read.data?.data : undefined
  const query = useQuery({
    queryKey: ['paths', id, path, via],
    queryFn: ({ signal }) => {
      const to = { id: path ?? '', type: target?.type ?? type, label: target?.label ?? null, listed: true }
      const request = { from: { id, type, label, listed: true }, to, via, types: types.data?.data ?? [] }
      return findPaths((input) => client.listEntityRelationships(input, { signal }), request)
    },
    enabled: target !== undefined && types.data !== undefined,
  })
  const failed = [read, types, query].find(({ isError }) => isError)
  return {
    target,
    found: target && query.data,
    isPending: isAsked && failed === undefined && query.data === undefined,
    error: isAsked ? (failed?.error ?? null) : null,
    refetch: () => void failed?.refetch(),
  }
}
