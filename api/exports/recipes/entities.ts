import { Entity } from '../../../schemas/graph/entities.ts'
import { entityTypes } from '../../../schemas/graph/entity-types.ts'
import { readDocument } from '../../core/unreadable.ts'
import { everyEntity, isSearchedTwice, searchedTwice } from '../../operations/graph/search/read-entities.ts'
import type { Cell } from '../formats/row.ts'
import { type ExportRecipe, invalidParameters } from './recipe.ts'
import { partsOf, readableRows } from './rows.ts'

/** Entities in the order of `searchEntities`. */
export const entities: ExportRecipe<'entities'> = {
  resolve: async (parameters) => {
    if (isSearchedTwice(parameters)) throw invalidParameters(searchedTwice)
    return parameters
  },
  parts: (parameters, reader) =>
    partsOf(
      everyEntity(reader, parameters),
      readableRows(reader, 'entities', (doc) => [recordOf(readDocument(Entity, doc))]),
    ),
}

function recordOf(entity: Entity): Cell[] {
  const { id, type, label, lifecycleState, revision, createdAt, updatedAt } = entity
  const attributes: Readonly<Record<string, unknown>> = entity.attributes
  const text = (name: string) => (attributes[name] === undefined ? null : (attributes[name] as Cell))
  const ofType = ['season', 'category', 'materialType', 'baseUom', 'countryCode'].map(text)
  return [
    id,
    type,
    label,
    lifecycleState,
    text(entityTypes[type].naturalKey),
    ...ofType,
    revision,
    createdAt,
    updatedAt,
  ]
}
