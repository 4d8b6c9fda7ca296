import { useQueries, useQuery } from '@tanstack/react-query'
import type { Entity, ListEntityRelationshipsInput, RelationshipPage } from '@tenant-data/client'
import { useMemo } from 'react'
import { readQuery } from '../../../parts/use-read.ts'
import { useClient } from '../../../session/session-context.tsx'
import type { GraphSearch } from '../graph-search.ts'
import { type Answer, type Neighbourhood, neighbourhoodOf } from './neighbourhood.ts'

/** The number of relationships that are requested for the center, and for each expansion. */
const WHOLE = 1000
const EXPANSION = 200

/**
 * The request for the neighborhood of the center with the current filters. It does not contain `to`, because the picture
 * also needs the entities on the way, which the API would leave out.
 */
export function neighbourhoodInput(
  entityId: string,
  { depth, via = [] }: Pick<GraphSearch, 'depth' | 'via'>,
): ListEntityRelationshipsInput {
  return {
    entityId,
    limit: WHOLE,
    ...(via.length > 0 && { relationshipType: via }),
    ...(depth && { depth: Number(depth) }),
  }
}

function expansionInput(entityId: string, via: GraphSearch['via'] = []): ListEntityRelationshipsInput {
  return { entityId, limit: EXPANSION, ...(via.length > 0 && { relationshipType: via }) }
}

function answerOf({ data, links, meta }: RelationshipPage, depth = 1): Answer {
  return { rows: data, hasMore: links.next !== null, truncated: meta.truncated, depth }
}

interface NeighbourhoodState {
  /** The neighborhood without expansions. Only the center until it is loaded. */
  base: Neighbourhood
  whole: Neighbourhood
  isPending: boolean
  error: Error | null
  refetch: () => void
}

/** The neighborhood of an entity, with all expansions that the URL contains. */
export function useNeighbourhood(
  { id, type, label }: Pick<Entity, 'id' | 'type' | 'label'>,
  { depth, via, to, expand = [] }: GraphSearch,
): NeighbourhoodState {
  const client = useClient()
  const around = useQuery(readQuery(client, 'listEntityRelationships', neighbourhoodInput(id, { depth, via })))
  const ids = useMemo(() => [...new Set(expand.filter((one) => !one.includes('.')))], [expand])
  const expansions = useQueries({
    queries: ids.map((one) => readQuery(client, 'listEntityRelationships', expansionInput(one, via))),
    combine: (queries) => ({
      pages: queries.map(({ data }) => data),
      error: queries.find(({ error }) => error !== null)?.error ?? null,
      refetch: () => {
        for (const { isError, refetch } of queries) if (isError) void refetch()
      },
    }),
  })
  const hops = Number(depth ?? 1)
  const { pages } = expansions
  const states = useMemo(() => {
    const start = { id, type, label, listed: true }
    const answer = around.data && answerOf(around.data, hops)
    const own = ids.flatMap((one, index) => {
      const page = pages[index]
      return page ? [{ id: one, answer: answerOf(page) }] : []
    })
    const base = neighbourhoodOf(start, answer, [], to)
    return { base, whole: own.length > 0 ? neighbourhoodOf(start, answer, own, to) : base }
  }, [id, type, label, hops, to, around.data, ids, pages])
  return {
    ...states,
    isPending: around.isPending,
    error: around.error ?? expansions.error,
    refetch: () => {
      if (around.isError) void around.refetch()
      expansions.refetch()
    },
  }
}

/** The response that an expansion of an entity would add. Undefined until it is loaded. */
export function useExpansion(entityId: string | null, via: GraphSearch['via']): Answer | undefined {
  const client = useClient()
  const { data } = useQuery({
    ...readQuery(client, 'listEntityRelationships', expansionInput(entityId ?? '', via)),
    enabled: entityId !== null,
  })
  return useMemo(() => data && answerOf(data), [data])
}
