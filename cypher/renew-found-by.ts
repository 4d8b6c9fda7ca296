import { foundBy, mpnForms } from '../domain/search/found-by.ts'
import type { Entity, ExternalReference } from '../schemas/graph/entities.ts'
import { type EntityState, storedEntity, storedEntityState } from '../schemas/stored/entity.ts'
import { type StoredLink, storedLink } from '../schemas/stored/link.ts'
import type { TextOf } from '../schemas/stored/stored-document.ts'
import type { Execute } from './renew-words.ts'

const ROWS = 500

/**
 * Computes the search index text of all nodes with the label `OldFoundBy`, a limited number at a time. Nodes that a
 * projector has written in the meantime keep that text. After an interruption, the remaining nodes still have the
 * label, and the next run continues with them.
 */
export async function renewFoundBy(execute: Execute): Promise<void> {
  for (;;) {
    const found = await execute(
      `MATCH (n:OldFoundBy) WITH n LIMIT ${ROWS}
       RETURN elementId(n) AS id, n.tenantKey AS tenantKey, n.doc AS doc, n.state AS state,
         CASE WHEN n.type = 'material' THEN [
           (n)-[l:LINK]->() WHERE l.sortKey STARTS WITH 'SUPPLIED_BY/' | {id: elementId(l), doc: l.doc}
         ] ELSE [] END AS links`,
    )
    if (found.length === 0) return
    await execute(
      `UNWIND $rows AS row MATCH (n:OldFoundBy) WHERE elementId(n) = row.id AND n:Listed AND n.doc = row.doc
       SET n.foundBy = row.foundBy`,
      { rows: found.flatMap(readable(rowOf)) },
    )
    await execute(
      `UNWIND $rows AS row MATCH (:Entity)-[l:LINK]->(:Entity) WHERE elementId(l) = row.id AND l.doc = row.doc
       SET l.mpn = row.mpn, l.mpnForm = row.mpnForm`,
      { rows: found.flatMap(({ links }) => (links as StoredSupply[]).flatMap(readable(supplyOf))) },
    )
    await execute('UNWIND $ids AS id MATCH (n:OldFoundBy) WHERE elementId(n) = id REMOVE n:OldFoundBy', {
      ids: found.map(({ id }) => id),
    })
  }
}

/**
 * Leaves out entities that do not match the contract. They are not shown to readers either, and `tda check` finds them.
 */
function readable<Stored, Row>(make: (stored: Stored) => Row): (stored: Stored) => Row[] {
  return (stored) => {
    try {
      return [make(stored)]
    } catch {
      return []
    }
  }
}

function rowOf(row: Record<string, unknown>) {
  const { id, tenantKey, doc, state } = row as unknown as FoundEntity
  const entity = storedEntity.read(doc)
  return { id, doc, foundBy: foundBy(tenantKey, entity, formerOf(entity, storedEntityState.read(state))) }
}

/**
 * Returns whether no live record has a reference. The state of an entity lists the references of each record by index.
 */
function formerOf({ externalReferences }: Entity, { records = {} }: EntityState): (one: ExternalReference) => boolean {
  const current = new Set(Object.values(records).flatMap(({ c = [] }) => c.map((at) => externalReferences[at])))
  return (reference) => current.size > 0 && !current.has(reference)
}

interface FoundEntity {
  id: string
  tenantKey: string
  doc: TextOf<Entity>
  state: TextOf<EntityState>
}

interface StoredSupply {
  id: string
  doc: TextOf<StoredLink>
}

function supplyOf({ id, doc }: StoredSupply) {
  const { mpn } = storedLink.read(doc).properties
  return { id, doc, ...mpnForms(typeof mpn === 'string' ? mpn : null) }
}
