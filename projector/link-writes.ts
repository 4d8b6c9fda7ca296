import type { LinkWrite } from '../cypher/projections.ts'
import type { EntityType } from '../schemas/graph.ts'
import type { LinkContent } from './projections/link.ts'

/** What is written about links in one transaction; deletions come first, so that a link can change its ends. */
export interface LinkWrites {
  deleted: string[]
  created: LinkWrite[]
  updated: LinkWrite[]
  /** Entities that events named, and those of them that are in the graph or get there as ends of the links above. */
  named: Map<string, EntityType>
  present: Set<string>
}

export function noLinkWrites(): LinkWrites {
  return { deleted: [], created: [], updated: [], named: new Map(), present: new Set() }
}

type Ends = { fromId: string; toId: string } | null

/** Adds what turns the stored link into the wanted one; the ends of a stored relationship cannot change. */
export function writeLink(
  writes: LinkWrites,
  id: string,
  stored: Ends,
  wanted: LinkContent | null,
  state: string | null,
) {
  const keepsEnds = wanted !== null && stored?.fromId === wanted.fromId && stored.toId === wanted.toId
  if (stored && !keepsEnds) writes.deleted.push(id)
  if (wanted) (keepsEnds ? writes.updated : writes.created).push({ ...wanted, state })
  for (const ends of [stored, wanted]) if (ends) writes.present.add(ends.fromId).add(ends.toId)
}

/**
 * Entities that were named by a link which is already gone or leads elsewhere again. They become stubs too: what an
 * event leaves behind must not depend on how the log was cut into batches.
 */
export function namedOnly({ named, present }: LinkWrites): { id: string; type: EntityType }[] {
  const missing = [...named].filter(([id]) => !present.has(id))
  return missing.map(([id, type]) => ({ id, type })).sort((a, b) => (a.id < b.id ? -1 : 1))
}
