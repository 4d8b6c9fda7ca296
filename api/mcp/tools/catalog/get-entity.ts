import { getEntity as operation } from '../../../operations/graph/get-entity.ts'
import type { ToolDefinition } from '../tool.ts'

export const getEntity: ToolDefinition = {
  name: 'get_entity',
  title: 'Get one entity',
  description:
    'Returns one entity with all attributes and its codes in other systems. The id is a UUID from search_entities, not a code.',
  advice: 'Get one entity by id with get_entity.',
  operation,
}
