import type { LinkRow } from '../../../cypher/graph/read-graph.ts'
import { Relationship } from '../../../schemas/graph/entities.ts'
import { readDocument } from '../../core/unreadable.ts'
import { requireEntity } from '../../operations/graph/get-entity.ts'
import { everyLink, linksOf } from '../../operations/graph/read-links.ts'
import { relationshipText } from '../../operations/graph/relationship-text.ts'
import type { Cell } from '../formats/row.ts'
import { type ExportRecipe, invalidParameters } from './recipe.ts'
import { partsOf, readableRows } from './rows.ts'

/**
 * The relationships of one entity as `listEntityRelationships` returns them. Without an entity, every relationship of
 * the organization once.
 */
export const relationships: ExportRecipe<'relationships'> = {
  async resolve({ entityId: given, direction, relationshipType }, reader) {
    if (direction && !given) throw invalidParameters([{ name: 'direction', detail: 'requires entityId' }])
    const entityId = given?.toLowerCase()
    if (entityId) await requireEntity(entityId, reader)
    return { entityId, direction, relationshipType: relationshipType && [...new Set(relationshipType)].sort() }
  },
  parts({ entityId, ...filters }, reader) {
    const links = entityId ? linksOf(reader, entityId, filters) : everyLink(reader, filters.relationshipType)
    const records = readableRows(reader, 'relationships', (link: LinkRow) => [recordOf(link)])
    return partsOf(links, records)
  },
}

function recordOf(link: LinkRow): Cell[] {
  const { id, type, from, to, properties, publicationId } = readDocument(Relationship, relationshipText(link))
  const own: Readonly<Record<string, unknown>> = properties
  const ofLine = ['bomLineRef', 'placement', 'netYield', 'wastagePercent', 'grossYield', 'uom', 'mpn']
  const fields = ofLine.map((name) => (own[name] === undefined ? null : (own[name] as Cell)))
  const price = own.price as { amount: string; currency: string } | null | undefined
  const ofSupply = [own.moq, own.leadTimeDays, own.approvalState].map((value) => (value ?? null) as Cell)
  return [
    ...[id, type, from.id, from.type, to.id, to.type, ...fields, publicationId],
    ...[(own.isNominated ?? null) as Cell, price?.amount ?? null, price?.currency ?? null, ...ofSupply],
  ]
}
