import { z } from 'zod'
import { EntityId } from '../../../schemas/common.ts'
import { SearchEntitiesInput } from '../../../schemas/graph/entities.ts'
import { EntityType } from '../../../schemas/graph/entity-types.ts'
import type { FaultyInput } from '../../../schemas/problem.ts'
import type { Context } from '../../core/context.ts'
import { invalidRequest } from '../../core/input/invalid-request.ts'
import { entityIdOfCode } from '../../operations/graph/find-by-code.ts'

/**
 * Arguments that identify an entity by ID or by code. Agents usually know a code, and would need another call to get
 * the ID.
 */
export const entityOrCode = {
  entityId: EntityId.optional().meta({ description: 'Entity ID. Requires no code.' }),
  code: SearchEntitiesInput.shape.code.meta({
    description: 'Any code of the entity, in place of entityId.',
  }),
  type: EntityType.optional().meta({ description: 'Type of the entity with the code. Requires code.' }),
}

const Given = z.looseObject(entityOrCode)

/**
 * Converts the arguments of a tool that accepts a code to those of the operation, which requires an entity ID.
 * @throws ApiError invalid_request unless there is exactly one of ID and code; entity_not_found, ambiguous_reference
 */
export async function withEntityId(given: Record<string, unknown>, context: Context): Promise<Record<string, unknown>> {
  const { entityId, code, type, ...others } = Given.parse(given)
  const faults = faultsOf({ entityId, code, type })
  if (faults.length > 0) throw invalidRequest(faults)
  return { ...others, entityId: code === undefined ? entityId : await entityIdOfCode(context, code, type) }
}

function faultsOf({ entityId, code, type }: z.output<typeof Given>): FaultyInput[] {
  const fault = (name: string, detail: string): FaultyInput => ({ in: 'argument', name, detail })
  if (entityId !== undefined && code !== undefined)
    return ['entityId', 'code'].map((name) => fault(name, 'cannot be combined: provide entityId or code'))
  if (entityId === undefined && code === undefined) return [fault('entityId', 'or code is required')]
  return type !== undefined && code === undefined ? [fault('type', 'requires code')] : []
}
