import * as projections from '../../../cypher/graph/write-graph.ts'
import type { EntityType } from '../../../schemas/graph/entity-types.ts'
import type { Write } from '../writes.ts'
import { type LinkContent, supplyOf } from './link.ts'

/** What is written about links in one transaction; deletions come first, so that a link can change its ends. */
export interface LinkWrites {
  deleted: string[]
  created: projections.LinkWrite[]
  updated: projections.LinkWrite[]
  /** Entities that events named, and those of them that are in the graph or get there as ends of the links above. */
  named: Map<string, EntityType>
  present: Set<string>
}

export function noLinkWrites(): LinkWrites {
  return { deleted: [], created: [], updated: [], named: new Map(), present: new Set() }
}

type Endpoints = { fromId: string; toId: string } | null

/** Adds what turns the stored link into the wanted one; the ends of a stored relationship cannot change. */
export function writeLink(
  writes: LinkWrites,
  id: string,
  stored: Endpoints,
  wanted: LinkContent | null,
  state: projections.LinkWrite['state'],
) {
  const keepsEndpoints = wanted !== null && stored?.fromId === wanted.fromId && stored.toId === wanted.toId
  if (stored && !keepsEndpoints) writes.deleted.push(id)
  if (wanted) (keepsEndpoints ? writes.updated : writes.created).push({ ...wanted, ...supplyOf(wanted), state })
  for (const endpoints of [stored, wanted]) if (endpoints) writes.present.add(endpoints.fromId).add(endpoints.toId)
}

/**
 * Entities that were named by a link which is already gone or leads elsewhere again. They become stubs too: what an
 * event leaves behind must not depend on how the log was cut into batches.
 */
function namedOnly({ named, present }: LinkWrites): { id: string; type: EntityType }[] {
  const missing = [...named].filter(([id]) => !present.has(id))
  return missing.map(([id, type]) => ({ id, type })).sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Writes the relationships of a batch, after all that entities and links said. */
export function writeLinks(write: Write, links: LinkWrites): void {
  if (links.deleted.length > 0) write(projections.deleteLinks, { ids: links.deleted })
  if (links.created.length > 0) write(projections.createLinks, { rows: links.created })
  if (links.updated.length > 0) write(projections.updateLinks, { rows: links.updated })
  const stubs = namedOnly(links)
  if (stubs.length > 0) write(projections.lockEntities, { rows: stubs })
}
