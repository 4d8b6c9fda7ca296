import { z } from 'zod'
import { findEntities, listEntities, listEntitiesOfType } from '../../../cypher/graph.ts'
import { EntityPage, SearchEntitiesInput } from '../../../schemas/graph.ts'
import type { Context } from '../../context.ts'
import { operation, type StoredPage } from '../../operation.ts'
import { pageOf, startOf } from '../../page.ts'
import { exampleMaterial } from './examples.ts'
import { searchFor } from './read-entities.ts'

const operationId = 'searchEntities'

type Input = z.output<typeof SearchEntitiesInput>

/** `GET /v1/entities`: all entities, or those of a type, by id; with `q` those whose label matches, by (rank, id). */
export const searchEntities = operation({
  operationId,
  method: 'GET',
  path: '/v1/entities',
  scope: 'graph:read',
  tag: 'Entity graph',
  summary: 'Search entities',
  description:
    'Lists the entities of the organization by id. With `q` only those whose label holds all its words, best first: ' +
    'whole labels and codes, then whole words, then prefixes, within each by id. At most 10,000 hits are looked at; ' +
    '`meta.truncated` says when there were more.',
  input: SearchEntitiesInput,
  output: EntityPage,
  examples: {
    input: { type: 'material', q: 'poplin 120', limit: 2 },
    output: { data: [exampleMaterial], links: { next: null }, meta: { truncated: false } },
  },
  handle: (input, context) => (input.q === undefined ? list(input, context) : search(input, input.q, context)),
})

async function list({ cursor, limit, type }: Input, context: Context): Promise<StoredPage> {
  const byId = { operationId, filters: { type }, position: z.tuple([z.string()]) }
  const [after] = startOf(byId, context, cursor) ?? ['']
  const params = { after, limit: limit + 1 }
  const found = await (type
    ? context.read(listEntitiesOfType, { ...params, type })
    : context.read(listEntities, params))
  const { rows, ...paging } = pageOf(byId, context, { rows: found, limit, positionOf: ({ id }) => [id] })
  return { documents: rows.map(({ doc }) => doc), ...paging, meta: { truncated: false } }
}

async function search({ cursor, limit, type }: Input, q: string, context: Context): Promise<StoredPage> {
  const byRank = { operationId, filters: { type, q }, position: z.tuple([z.int(), z.string()]) }
  const [afterRank, after] = startOf(byRank, context, cursor) ?? [-1, '']
  const wanted = searchFor(q, { type, afterRank, after, limit: limit + 1 })
  if (!wanted) return { documents: [], links: { next: null }, meta: { truncated: false } }
  const found = await context.read(findEntities, wanted)
  const { rows, ...paging } = pageOf(byRank, context, { rows: found, limit, positionOf: ({ rank, id }) => [rank, id] })
  return { documents: rows.map(({ doc }) => doc), ...paging, meta: { truncated: found[0]?.truncated ?? false } }
}
