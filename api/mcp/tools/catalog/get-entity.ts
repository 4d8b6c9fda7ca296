import { GetEntityInput } from '../../../../schemas/graph/entities.ts'
import { getEntity as operation } from '../../../operations/graph/get-entity.ts'
import { entityOrCode, withEntityId } from '../by-code.ts'
import type { ToolDefinition } from '../tool.ts'

export const getEntity: ToolDefinition = {
  name: 'get_entity',
  title: 'Get one entity',
  description:
    'Returns one entity with its attributes and its codes in other systems. Name it by code, such as a style number, SKU, ' +
    'GTIN, material or supplier number, or MPN, or by its entityId. If several entities have the code, the error lists them.',
  advice: 'Get one entity by code or id with get_entity.',
  input: GetEntityInput.extend(entityOrCode),
  resolve: withEntityId,
  operation,
}
