import { searchEntities as operation } from '../../../operations/graph/search-entities.ts'
import { pagination, type ToolDefinition } from '../tool.ts'

const ofMaterials = 'Only materials have a material type, fibers, or certifications.'

export const searchEntities: ToolDefinition = {
  name: 'search_entities',
  title: 'Search entities',
  description:
    'Finds entities by words in their label (q), by any code in any system (code: number, GTIN, MPN), or by type, state, ' +
    'season, material type, fiber, certification, or country. meta.notices names values that no entity has, ' +
    `meta.suggestions similar spellings of q. ${pagination}`,
  advice: 'Find entities with search_entities, and keep their id.',
  hints: {
    q: 'Each word of q must match a word of the label or its beginning. Try fewer or shorter words, or meta.suggestions.',
    lifecycleState: 'list_entity_types shows the states of each type.',
    season: 'Only styles have a season.',
    ...Object.fromEntries(['materialType', 'fibre', 'certification'].map((name) => [name, ofMaterials])),
    countryCode: 'Only suppliers and materials have a country.',
  },
  operation,
}
