import { searchEntities as operation } from '../../../operations/graph/search-entities.ts'
import { pagination, type ToolDefinition } from '../tool.ts'

export const searchEntities: ToolDefinition = {
  name: 'search_entities',
  title: 'Search entities',
  description:
    'Finds entities by words in their label (q), by any code in any system (code: number, GTIN, MPN), or by type, state, ' +
    'season, materialType, `fibre`, certification ("none" for without), and countryCode. meta.notices names values that nothing has, meta.suggestions similar spellings of q. An entity has about 1,000 ' +
    `characters, or 150 with fields ["compact"]. ${pagination}`,
  advice: 'Find entities with search_entities, and keep their id.',
  hint: 'Omit filters, or use values as meta.notices and meta.suggestions show them.',
  // They are those of get_entity.
  opaque: ['attributes'],
  operation,
}
