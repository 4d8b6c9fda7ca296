import { z } from 'zod'
import { Direction, ListEntityRelationshipsInput, RelationshipPage } from '../../../schemas/graph/entities.ts'
import type { EntityType } from '../../../schemas/graph/entity-types.ts'
import type { FaultyInput } from '../../../schemas/problem.ts'
import type { Context } from '../../core/context.ts'
import { invalidRequest } from '../../core/input/invalid-request.ts'
import { operation, type StoredPage } from '../../core/operation.ts'
import { pageOf, startOf } from '../../core/page.ts'
import { exampleMaterial, exampleRelationship } from './examples.ts'
import { requireEntity } from './get-entity.ts'
import { compareLinks, type LinkFilters, type LinkPosition, linkRanges } from './link-ranges.ts'
import { listNeighbourhood } from './list-neighbourhood.ts'
import { readLinks } from './read-links.ts'
import { relationshipText } from './relationship-text.ts'
import { typesWith } from './search/read-entities.ts'

const operationId = 'listEntityRelationships'

/**
 * `GET /v1/entities/{entityId}/relationships`: by (type, id, direction), or at depth 2 and 3 a bounded neighborhood.
 */
export const listEntityRelationships = operation({
  operationId,
  method: 'GET',
  path: '/v1/entities/{entityId}/relationships',
  scope: 'graph:read',
  tag: 'Entity graph',
  summary: 'List relationships of an entity',
  description:
    'Lists the relationships of one entity, sorted by type, ID, and direction. A relationship of an entity with ' +
    'itself is listed in both directions. With `depth` 2 or 3, lists a bounded neighborhood instead: breadth ' +
    'first, each relationship once, sorted by hop, ID of the nearer end, type, and ID. A traversal considers the ' +
    'first 50 relationships of each entity, and 1,000 in total. `meta.truncated` names the entities whose ' +
    'relationships are not all returned. With `distinct`, each farther end is listed once, with the number of ' +
    'relationships that lead to it and one path. The neighborhood is traversed again for each page. Use `limit=1000` to ' +
    'get it in one page if the data can change in the meantime.',
  problems: ['entity_not_found'],
  input: ListEntityRelationshipsInput,
  output: RelationshipPage,
  examples: {
    input: { entityId: exampleMaterial.id, direction: 'outgoing', relationshipType: ['SUPPLIED_BY'], limit: 2 },
    output: { data: [exampleRelationship], links: { next: null }, meta: { truncated: { count: 0, nodes: [] } } },
  },
  async handle({ entityId, cursor, limit, depth, to, toSeason, toLifecycleState, toCountryCode, ...given }, context) {
    const { direction, relationshipType, distinct = false } = given
    const far = { to, toSeason, toLifecycleState, toCountryCode }
    const faults = faultsOf(far, depth, distinct)
    if (faults.length > 0) throw invalidRequest(faults.map((fault) => ({ in: 'query', ...fault })))
    const nodeId = entityId.toLowerCase()
    const types = relationshipType && [...new Set(relationshipType)].sort()
    const filters = { direction, relationshipType: types }
    const request = { nodeId, filters, far, distinct, cursor, limit, depth, operationId }
    const page = await (depth === 1 && !distinct ? list(request, context) : listNeighbourhood(request, context))
    // Relationships only exist at published entities. So whether the entity exists is only checked if it has none.
    if (page.documents.length === 0) await requireEntity(nodeId, context)
    return page
  },
})

const needsDepth =
  'requires depth 2 or 3, or distinct. At depth 1 use relationshipType, which determines the type of the other end'

type Fault = Pick<FaultyInput, 'name' | 'detail'>

function faultsOf(far: FarFilters, depth: number, distinct: boolean): Fault[] {
  const { to, toSeason, toLifecycleState, toCountryCode } = far
  const needs = (name: string, value: unknown, types: readonly EntityType[]): Fault[] =>
    value === undefined || (to !== undefined && types.includes(to))
      ? []
      : [{ name, detail: `requires to with ${types.join(' or ')}` }]
  return [
    ...(to !== undefined && depth === 1 && !distinct ? [{ name: 'to', detail: needsDepth }] : []),
    ...needs('toSeason', toSeason, typesWith.season),
    ...needs('toCountryCode', toCountryCode, typesWith.countryCode),
    ...(toLifecycleState !== undefined && to === undefined
      ? [{ name: 'toLifecycleState', detail: 'requires to' }]
      : []),
  ]
}

/** The filters of entities at the far end. The traversal still passes through other entities. */
export interface FarFilters {
  to: EntityType | undefined
  toSeason: string | undefined
  toLifecycleState: string | undefined
  toCountryCode: string | undefined
}

export interface LinkRequest {
  operationId: string
  nodeId: string
  filters: LinkFilters
  far: FarFilters
  /** Whether each entity at the far end is listed once. */
  distinct: boolean
  cursor: string | undefined
  limit: number
  depth: number
}

const position = z.tuple([z.string(), Direction])

async function list({ nodeId, filters, cursor, limit, depth }: LinkRequest, context: Context): Promise<StoredPage> {
  const byKey = { operationId, filters: { nodeId, depth, ...filters }, position }
  const start = startOf(byKey, context, cursor)
  const after: LinkPosition | undefined = start ? { sortKey: start[0], direction: start[1] } : undefined
  const found = await readLinks(context, { ...linkRanges(nodeId, filters, after), limit: limit + 1 })
  found.sort(compareLinks)
  const positionOf = ({ sortKey, direction }: LinkPosition): [string, Direction] => [sortKey, direction]
  const { rows, ...paging } = pageOf(byKey, context, { rows: found, limit, positionOf })
  const documents = rows.map((link) => relationshipText(link))
  return { documents, ...paging, meta: { truncated: { count: 0, nodes: [] } } }
}
