import { searchEntities as operation } from '../../../operations/graph/search-entities.ts'
import { pagination, type ToolDefinition } from '../tool.ts'

export const searchEntities: ToolDefinition = {
  name: 'search_entities',
  title: 'Search entities',
  description:
    'Finds entities by type and by words in their label (code and name). Without q, lists all. Use it to find the id of a ' +
    'style number, SKU, material, supplier, or publication. An entity has about 1,000 ' +
    `characters, or 150 with fields ["compact"]. ${pagination}`,
  advice: 'Find entities with search_entities, and keep their id.',
  hint: 'Each word of q must match a word of the label or its beginning. Try fewer or shorter words, or omit type.',
  operation,
}
