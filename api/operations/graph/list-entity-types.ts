import { linkEnds } from '../../../schemas/attributes.ts'
import {
  type EntityType,
  type EntityTypeDescription,
  EntityTypePage,
  EntityType as EntityTypes,
  entityAttributes,
  ListEntityTypesInput,
  lifecycleStates,
  naturalKeys,
  RelationshipType,
} from '../../../schemas/graph.ts'
import { operation } from '../../operation.ts'

const meanings: Record<EntityType, string> = {
  style: 'A commercial style that groups sellable SKUs',
  sku: 'A specific sellable product variant',
  material: 'A normalized material referenced by a BOM',
  supplier: 'A normalized supplying organization',
  bom_publication: 'An immutable completed BOM replacement publication',
}

const page = { data: EntityTypes.options.map(describe), links: { next: null }, meta: {} }

/** `GET /v1/entity-types`: the vocabulary, the same for everyone. */
export const listEntityTypes = operation({
  operationId: 'listEntityTypes',
  method: 'GET',
  path: '/v1/entity-types',
  scope: 'graph:read',
  tag: 'Entity graph',
  summary: 'List entity types',
  description: 'Lists the allowlisted types of entities. A new type exists only when this operation lists it.',
  input: ListEntityTypesInput,
  output: EntityTypePage,
  examples: { input: {}, output: page },
  handle: async () => page,
})

function describe(type: EntityType): EntityTypeDescription {
  return {
    type,
    meaning: meanings[type],
    naturalKey: naturalKeys[type],
    lifecycleStates: [...lifecycleStates[type]],
    attributes: Object.keys(entityAttributes[type].shape),
    relationshipTypes: RelationshipType.options.flatMap((relationship) => optionsOf(relationship, type)),
  }
}

function optionsOf(relationship: RelationshipType, type: EntityType): EntityTypeDescription['relationshipTypes'] {
  const [from, to] = linkEnds[relationship]
  const options: EntityTypeDescription['relationshipTypes'] = []
  if (from === type) options.push({ type: relationship, direction: 'outgoing', other: to })
  if (to === type) options.push({ type: relationship, direction: 'incoming', other: from })
  return options
}
