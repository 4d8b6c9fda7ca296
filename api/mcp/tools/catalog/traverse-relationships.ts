import { ListEntityRelationshipsInput } from '../../../../schemas/graph/entities.ts'
import { listEntityRelationships as operation } from '../../../operations/graph/list-entity-relationships.ts'
import { entityOrCode, withEntityId } from '../by-code.ts'
import { pagination, type ToolDefinition } from '../tool.ts'

export const traverseRelationships: ToolDefinition = {
  name: 'traverse_relationships',
  title: 'Traverse relationships',
  description:
    'Lists the relationships of one entity, named by code or entityId: SKUs of a style, materials that it uses with their yields, suppliers of a ' +
    'material, factories, publications. Filter with relationshipType and direction; "incoming" shows where something is ' +
    'used. With depth 2 or 3 and to, finds farther entities; distinct=true lists each once, with links and via. ' +
    'meta.notices says if something was cut. Add ' +
    `"properties" to fields for yields and prices, "from" and "to" for ids. ${pagination}`,
  advice: 'Get its relationships by code or id with traverse_relationships.',
  hints: {
    relationshipType: 'Filters apply at each hop: at depth 2 or 3, relationshipType must include the types on the way.',
    direction: 'Filters apply at each hop: at depth 2 or 3, direction holds on the whole way.',
  },
  input: ListEntityRelationshipsInput.extend(entityOrCode),
  resolve: withEntityId,
  operation,
}
