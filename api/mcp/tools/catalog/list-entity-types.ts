import { listEntityTypes as operation } from '../../../operations/graph/list-entity-types.ts'
import type { ToolDefinition } from '../tool.ts'

export const listEntityTypes: ToolDefinition = {
  name: 'list_entity_types',
  title: 'List entity types',
  description:
    'Returns each entity type with its natural key, lifecycle states, and attributes; with fields ["*"] also its meaning ' +
    'and relationship types.',
  advice: 'Types, states, and attributes are in list_entity_types.',
  operation,
}
