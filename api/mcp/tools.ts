import { listBomYieldChanges } from '../operations/bom/list-bom-yield-changes.ts'
import { createExport } from '../operations/exports/create-export.ts'
import { getEntity } from '../operations/graph/get-entity.ts'
import { listEntityRelationships } from '../operations/graph/list-entity-relationships.ts'
import { listEntityTypes } from '../operations/graph/list-entity-types.ts'
import { searchEntities } from '../operations/graph/search-entities.ts'
import { adds, reads, type Tool } from './tool.ts'

const paging =
  'Pages: while links.next is not null, call again with the same arguments and cursor set to it. meta.truncatedBy "size": ' +
  'the page was cut at 40,000 characters, and links.next goes on behind it.'

/** What MCP offers, in the order of the specification. Input, output and scope are those of the operations. */
export const tools: readonly Tool[] = [
  {
    name: 'list_entity_types',
    title: 'List entity types',
    description:
      'Returns the vocabulary of the graph: each entity type with its meaning, natural key, lifecycle states, attributes ' +
      'and the relationship types it takes part in. The same for everyone and seldom changed: call it once, first.',
    annotations: reads,
    operation: listEntityTypes,
  },
  {
    name: 'search_entities',
    title: 'Search entities',
    description:
      'Finds entities by words of their label (code and name) in q and by type; without q it lists all. Use it to turn a ' +
      'style number, SKU, material, supplier or publication that a person names into its canonical id. Set a small limit ' +
      `(5 to 20) when you look for one thing: an entity is about 1,000 characters. ${paging}`,
    annotations: reads,
    operation: searchEntities,
  },
  {
    name: 'get_entity',
    title: 'Get one entity',
    description:
      'Returns one entity by its canonical id (a UUID from search_entities or traverse_relationships, not a style number ' +
      'or code), with all attributes and its codes in other systems.',
    annotations: reads,
    operation: getEntity,
  },
  {
    name: 'traverse_relationships',
    title: 'Traverse relationships',
    description:
      'Lists the relationships of one entity: SKUs of a style, materials it uses with their yields, suppliers of a ' +
      'material, factories, publications. Narrow it with relationshipType and direction; "incoming" answers where-used ' +
      'questions. depth 2 or 3 walks a bounded neighbourhood; meta.truncated names entities that have more relationships ' +
      `than are listed. ${paging}`,
    annotations: reads,
    operation: listEntityRelationships,
  },
  {
    name: 'get_bom_yield_changes',
    title: 'Compare BOM yields',
    description:
      'Tells how material consumption in the BOM changed between two completed snapshots: rows added, removed and changed, ' +
      'with before, after and delta. Without arguments it compares the latest snapshot with the one before. Give each side ' +
      'as a date (from, to) or as a snapshot id, not both. Filter by style, sku, mpn, supplier (exact values) or changeType. ' +
      `Quantities are exact decimals in strings. ${paging}`,
    annotations: reads,
    operation: listBomYieldChanges,
  },
  {
    name: 'create_export',
    title: 'Create an export',
    description:
      'Queues a CSV file and returns at once with its exportId and the REST paths of its status (links.self) and file ' +
      '(links.download, for some minutes once completed), which people and programs open with a token. Never repeat a ' +
      'call whose answer was lost: it would make another export; have GET /v1/exports checked. Only when a file is asked for.',
    annotations: adds,
    operation: createExport,
  },
]
