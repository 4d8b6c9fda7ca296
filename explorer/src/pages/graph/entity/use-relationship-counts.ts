import { useQueries } from '@tanstack/react-query'
import type { ListEntityRelationshipsInput, RelationshipOption } from '@tenant-data/client'
import { useRead } from '../../../parts/data/use-read.ts'
import { useClient } from '../../../session/session-context.tsx'
import { countRelationships, type RelationshipCount } from './relationship-counts.ts'

const MOST = 1000

/**
 * How many relationships of each type an entity has: by one request, and where it has more than a page, by one more for each
 * type that the page did not hold whole.
 */
export function useRelationshipCounts(
  entityId: string,
  options: readonly RelationshipOption[],
): { counts: RelationshipCount[] | undefined; error: Error | null; refetch: () => void } {
  const client = useClient()
  const first = useRead('listEntityRelationships', { entityId, limit: MOST })
  const counts = first.data && countRelationships(first.data.data, first.data.links.next !== null, options)
  const open = counts?.filter(({ isWhole }) => !isWhole) ?? []
  const rests = useQueries({
    queries: open.map(({ type, direction }) => {
      const input: ListEntityRelationshipsInput = { entityId, relationshipType: [type], direction, limit: MOST }
      return {
        queryKey: ['listEntityRelationships', input, 'once'],
        queryFn: async ({ signal }: { signal: AbortSignal }) => await client.listEntityRelationships(input, { signal }),
      }
    }),
  })
  const counted = counts?.map((count) => {
    const page = rests[open.indexOf(count)]?.data
    return page ? { ...count, count: page.data.length, isWhole: page.links.next === null } : count
  })
  return {
    counts: counted?.filter(({ count, isWhole }) => count > 0 || !isWhole),
    error: first.error ?? rests.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => {
      void first.refetch()
      for (const { isError, refetch } of rests) if (isError) void refetch()
    },
  }
}
