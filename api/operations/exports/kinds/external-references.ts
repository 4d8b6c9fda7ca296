import type { Entity } from '../../../../schemas/graph/entities.ts'
import { everyEntity } from '../../graph/read-entities.ts'
import { type CsvValue, partsOf } from '../csv.ts'
import type { ExportRecipe } from '../kind.ts'

/** The codes of entities in other systems, in the order of `searchEntities` and as each entity shows them. */
export const externalReferences: ExportRecipe<'external_references'> = {
  resolve: async (parameters) => parameters,
  parts: (parameters, reader) => partsOf(everyEntity(reader, parameters), (doc) => recordsOf(JSON.parse(doc))),
}

function recordsOf({ id, type, externalReferences: references }: Entity): CsvValue[][] {
  return references.map(({ system, instance, kind, value, isPrimary, firstSeenAt, lastSeenAt }) => [
    ...[id, type, system, instance, kind, value],
    ...[isPrimary, firstSeenAt, lastSeenAt],
  ])
}
