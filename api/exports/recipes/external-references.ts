import { Entity } from '../../../schemas/graph/entities.ts'
import { readDocument } from '../../core/unreadable.ts'
import { everyEntity, isSearchedTwice, searchedTwice } from '../../operations/graph/search/read-entities.ts'
import { type CsvValue, partsOf, readableRecords } from './csv.ts'
import { type ExportRecipe, invalidParameters } from './recipe.ts'

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
      readableRecords(reader, 'external_references', (doc) => recordsOf(readDocument(Entity, doc))),
    ),
}

function recordsOf({ id, type, externalReferences: references }: Entity): CsvValue[][] {
  return references.map(({ system, instance, kind, value, isPrimary, firstSeenAt, lastSeenAt }) => [
    ...[id, type, system, instance, kind, value],
    ...[isPrimary, firstSeenAt, lastSeenAt],
  ])
}
