import { Entity } from '../../../schemas/graph/entities.ts'
import { readDocument } from '../../core/unreadable.ts'
import { everyEntity, isSearchedTwice, searchedTwice } from '../../operations/graph/search/read-entities.ts'
import type { Cell } from '../formats/row.ts'
import { type ExportRecipe, invalidParameters } from './recipe.ts'
import { partsOf, readableRows } from './rows.ts'

/**
 * The codes of entities in other systems, in the order of `searchEntities` and of the references within each entity.
 */
export const externalReferences: ExportRecipe<'external_references'> = {
  resolve: async (parameters) => {
    if (isSearchedTwice(parameters)) throw invalidParameters(searchedTwice)
    return parameters
  },
  parts: (parameters, reader) =>
    partsOf(
      everyEntity(reader, parameters),
      readableRows(reader, 'external_references', (doc) => recordsOf(readDocument(Entity, doc))),
    ),
}

function recordsOf({ id, type, externalReferences: references }: Entity): Cell[][] {
  return references.map(({ system, instance, kind, value, isPrimary, firstSeenAt, lastSeenAt }) => [
    ...[id, type, system, instance, kind, value],
    ...[isPrimary, firstSeenAt, lastSeenAt],
  ])
}
