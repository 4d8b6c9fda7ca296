import { getEntity as readEntity } from '../../../cypher/graph/read-graph.ts'
import { EntityResponse, GetEntityInput } from '../../../schemas/graph/entities.ts'
import type { Reader } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { exampleMaterial } from './examples.ts'

/** `GET /v1/entities/{entityId}`: one entity. */
export const getEntity = operation({
  operationId: 'getEntity',
  method: 'GET',
  path: '/v1/entities/{entityId}',
  scope: 'graph:read',
  tag: 'Entity graph',
  summary: 'Get an entity',
  description: 'Returns one entity by its entity ID.',
  problems: ['entity_not_found'],
  input: GetEntityInput,
  output: EntityResponse,
  examples: { input: { entityId: exampleMaterial.id }, output: { data: exampleMaterial, meta: {} } },
  async handle({ entityId }, context) {
    const [entity] = await context.read(readEntity, { entityId: entityId.toLowerCase() })
    if (!entity) throw entityNotFound()
    return { document: entity.doc, meta: {} }
  },
})

/**
 * The same response for every ID that the caller cannot read: it never existed, is only referred to by other records,
 * was deleted, or belongs to another organization.
 */
export function entityNotFound(detail = 'The organization has no entity with this ID.'): ApiError {
  return new ApiError('entity_not_found', { detail })
}

/** @throws ApiError entity_not_found */
export async function requireEntity(entityId: string, reader: Reader): Promise<void> {
  const [entity] = await reader.read(readEntity, { entityId })
  if (!entity) throw entityNotFound()
}
