import { listEntityRelationships as operation } from '../../../operations/graph/list-entity-relationships.ts'
import { pagination, type ToolDefinition } from '../tool.ts'

export const traverseRelationships: ToolDefinition = {
  name: 'traverse_relationships',
  title: 'Traverse relationships',
  description:
    'Lists the relationships of one entity: SKUs of a style, materials that it uses with their yields, suppliers of a ' +
    'material, factories, publications. Filter with relationshipType and direction; "incoming" shows where something is ' +
    'used. meta.truncated names entities that have more relationships than are listed. fields ["compact"] is short; add ' +
    `"from" and "to" for ids. ${pagination}`,
  advice: 'Get its relationships by id with traverse_relationships.',
  hint:
    'Filters apply at each hop: with depth 2 or 3, relationshipType must include the types on the way too. ' +
    'Try without to, relationshipType, or direction.',
  operation,
}
