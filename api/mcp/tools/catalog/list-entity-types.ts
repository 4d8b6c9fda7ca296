import { listEntityTypes as operation } from '../../../operations/graph/list-entity-types.ts'
import type { ToolDefinition } from '../tool.ts'

export const listEntityTypes: ToolDefinition = {
  name: 'list_entity_types',
  title: 'List entity types',
  description:
    'Returns each entity type with its meaning, natural key, lifecycle states, attributes, and relationship types. ' +
    'Call it once, first.',
  advice: 'Start with list_entity_types to get types, attributes, and relationship types.',
  operation,
}
