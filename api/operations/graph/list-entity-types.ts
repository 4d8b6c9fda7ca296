import { type EntityTypeDescription, EntityTypePage, ListEntityTypesInput } from '../../../schemas/graph/entities.ts'
import { EntityType, entityTypes } from '../../../schemas/graph/entity-types.ts'
import { linkTypes, RelationshipType } from '../../../schemas/graph/link-types.ts'
import { operation } from '../../core/operation.ts'

const page = { data: EntityType.options.map(describe), links: { next: null }, meta: {} }

/** `GET /v1/entity-types`: the entity types, which are the same for every organization. */
export const listEntityTypes = operation({
  operationId: 'listEntityTypes',
  method: 'GET',
  path: '/v1/entity-types',
  scope: 'graph:read',
  tag: 'Entity graph',
  summary: 'List entity types',
  description:
    'Lists the types of entities with their lifecycle states, attributes, and relationships. Use only types that ' +
    'this operation lists.',
  isAvailableDuringRebuild: true,
  input: ListEntityTypesInput,
  output: EntityTypePage,
  examples: { input: {}, output: page },
  handle: async () => page,
})

function describe(type: EntityType): EntityTypeDescription {
  const { meaning, naturalKey, lifecycleStates, attributes } = entityTypes[type]
  return {
    type,
    meaning,
    naturalKey,
    lifecycleStates: [...lifecycleStates],
    attributes: Object.keys(attributes),
    relationshipTypes: RelationshipType.options.flatMap((relationship) => optionsOf(relationship, type)),
  }
}

function optionsOf(relationship: RelationshipType, type: EntityType): EntityTypeDescription['relationshipTypes'] {
  const { from, to } = linkTypes[relationship]
  const options: EntityTypeDescription['relationshipTypes'] = []
  if (from === type) options.push({ type: relationship, direction: 'outgoing', other: to })
  if (to === type) options.push({ type: relationship, direction: 'incoming', other: from })
  return options
}
