import * as projections from '../../../cypher/graph/write-graph.ts'
import type { EntityType } from '../../../schemas/graph/entity-types.ts'
import type { Write } from '../writes.ts'
import { type LinkContent, supplyOf } from './link.ts'

/** The changes of links in one transaction. Deletions are written first, so that a link can get other endpoints. */
export interface LinkWrites {
  deleted: string[]
  created: projections.LinkWrite[]
  updated: projections.LinkWrite[]
  /**
   * `named` are the entities that events name. `present` are those that exist in the graph or are created as endpoints
   * of the links above.
   */
  named: Map<string, EntityType>
  present: Set<string>
}

export function noLinkWrites(): LinkWrites {
  return { deleted: [], created: [], updated: [], named: new Map(), present: new Set() }
}

type Endpoints = { fromId: string; toId: string } | null

/**
 * Adds the changes that turn the stored link into the wanted one. A stored relationship cannot change its endpoints, so
 * it is replaced.
 */
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
 * Returns entities that only a deleted or changed link has named. They are created as stubs, so that the result does
 * not depend on the boundaries of batches.
 */
function namedOnly({ named, present }: LinkWrites): { id: string; type: EntityType }[] {
  const missing = [...named].filter(([id]) => !present.has(id))
  return missing.map(([id, type]) => ({ id, type })).sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Writes the relationships of a batch. All entities and links of the batch must have been applied before. */
export function writeLinks(write: Write, links: LinkWrites): void {
  if (links.deleted.length > 0) write(projections.deleteLinks, { ids: links.deleted })
  if (links.created.length > 0) write(projections.createLinks, { rows: links.created })
  if (links.updated.length > 0) write(projections.updateLinks, { rows: links.updated })
  const stubs = namedOnly(links)
  if (stubs.length > 0) write(projections.lockEntities, { rows: stubs })
}
