import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Client } from '@tenant-data/client'
import { useClient, useHasScope } from '../../session/session-context.tsx'
import { usePaced } from '../use-paced.ts'
import { type FindKind, type Matches, matchesOfEntities, matchesOfRecords, noMatches } from './matches.ts'

/** The maximum number of matches in the list of a field. */
const OFFERED = 50
/** Two entities with the same code are enough to know that it is ambiguous. */
const CODED = 2
/** The maximum lengths of the API. */
const [MAX_CODE, MAX_WORDS] = [255, 500]

interface Looked extends Matches {
  /** False until the matches of the current text are loaded. Until then, they are those of an earlier text. */
  isCurrent: boolean
  error: Error | null
}

/** Whether the token has the scope to search for a kind. */
export function useIsSearchable(kind: FindKind): boolean {
  const [seesGraph, seesRecords] = [useHasScope('graph:read'), useHasScope('materials:read')]
  if (kind === 'factory') return seesRecords
  return seesGraph || (kind === 'material' && seesRecords)
}

/**
 * Finds entities while the user types. Factories are found among the records of source systems, and so are materials if
 * the token lacks `graph:read`.
 */
export function useMatches(kind: FindKind, typed: string, isAsked: boolean): Looked {
  const client = useClient()
  const text = usePaced(typed)
  const isOfGraph = useHasScope('graph:read') && kind !== 'factory'
  const enabled = isAsked && text !== '' && typed !== '' && text.length <= MAX_WORDS
  const query = useQuery({
    queryKey: ['matches', kind, isOfGraph, text],
    queryFn: ({ signal }) =>
      kind !== 'factory' && isOfGraph
        ? findEntities(client, kind, text, signal)
        : findRecords(client, kind === 'factory' ? 'factory' : 'material', text, signal),
    enabled,
    meta: { isOptional: true },
    placeholderData: keepPreviousData,
  })
  return {
    ...((enabled ? query.data : undefined) ?? noMatches),
    isCurrent: typed === text && !(enabled && (query.isFetching || query.isPlaceholderData)),
    error: enabled ? query.error : null,
  }
}

async function findEntities(client: Client, kind: Exclude<FindKind, 'factory'>, text: string, signal: AbortSignal) {
  const ofType = kind === 'entity' ? {} : { type: kind }
  const [byCode, byWords] = await Promise.all([
    text.length > MAX_CODE ? undefined : client.searchEntities({ ...ofType, code: text, limit: CODED }, { signal }),
    client.searchEntities({ ...ofType, q: text, limit: OFFERED, count: true }, { signal }),
  ])
  return matchesOfEntities(byCode, byWords, kind)
}

async function findRecords(client: Client, kind: 'material' | 'factory', text: string, signal: AbortSignal) {
  return matchesOfRecords(await client.searchConnectedRecords({ kind, q: text, limit: OFFERED }, { signal }))
}
