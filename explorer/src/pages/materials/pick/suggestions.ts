import type { ConnectedKind, ConnectedRecord, Entity } from '@tenant-data/client'
import { useRead } from '../../../parts/data/use-read.ts'
import { useToken } from '../../../session/use-token.ts'

/** What a search offers: a reference for the address, and what people call it. */
export interface Suggestion {
  ref: string
  label: string
  /** Codes that its label does not show. */
  codes: string
}

/** So many are offered; whoever looks for more types another letter. */
const OFFERED = 8
const SHORTEST = 2

/** A material by its number; what is no material has none. */
export function suggestionOfEntity(entity: Entity): Suggestion[] {
  if (entity.type !== 'material') return []
  return [{ ref: entity.attributes.materialNumber, label: entity.label, codes: '' }]
}

/** What sources speak of, with the ids of their records. */
export function suggestionOfRecord({ ref, label, sourceRecords }: ConnectedRecord): Suggestion {
  const codes = new Set(sourceRecords.map(({ recordId }) => recordId))
  return { ref, label, codes: [...codes].filter((code) => !label.includes(code)).join(', ') }
}

/**
 * What a text may mean; what the text before meant while the search goes on. Materials are entities; factories, and materials for a token without `graph:read`, are found among
 * what the sources speak of.
 */
export function useSuggestions(kind: ConnectedKind, text: string, isAsked: boolean) {
  const scopes = useToken().data?.credential.scopes ?? []
  const isOfGraph = kind === 'material' && scopes.includes('graph:read')
  const enabled = isAsked && text.length >= SHORTEST
  const entities = useRead(
    'searchEntities',
    { type: 'material', q: text, limit: OFFERED },
    { enabled: enabled && isOfGraph, keepsPrevious: true },
  )
  const records = useRead(
    'searchConnectedRecords',
    { kind, q: text, limit: OFFERED },
    { enabled: enabled && !isOfGraph, keepsPrevious: true },
  )
  const suggestions = isOfGraph
    ? entities.data?.data.flatMap(suggestionOfEntity)
    : records.data?.data.map(suggestionOfRecord)
  const { error } = isOfGraph ? entities : records
  return { suggestions: enabled ? suggestions : undefined, error: enabled ? error : null }
}
