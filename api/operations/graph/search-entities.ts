import { z } from 'zod'
import { EntityPage, SearchEntitiesInput } from '../../../schemas/graph/entities.ts'
import type { Context } from '../../core/context.ts'
import { operation, type StoredPage } from '../../core/operation.ts'
import { pageOf, startOf } from '../../core/page.ts'
import { exampleMaterial } from './examples.ts'
import { type EntityRow, type EntityStart, firstStart, readEntities } from './read-entities.ts'

const operationId = 'searchEntities'

type Input = z.output<typeof SearchEntitiesInput>

/** `GET /v1/entities`: all entities, or those of a type, by id; with `q` those whose label matches, by (rank, id); with `updatedSince` by (updatedAt, id). */
export const searchEntities = operation({
  operationId,
  method: 'GET',
  path: '/v1/entities',
  scope: 'graph:read',
  tag: 'Entity graph',
  summary: 'Search entities',
  description:
    'Lists the entities of the organization, sorted by ID. With `q`, returns only entities whose label contains ' +
    'all words. Labels and natural keys that equal `q` come first, then whole words, then beginnings of words. A ' +
    'search considers at most 10,000 matches; `meta.truncated` is true if there are more. With `updatedSince`, ' +
    'entities are sorted by `updatedAt` and ID. If an entity changes while you read the pages, it appears again at ' +
    'the end of the list.',
  input: SearchEntitiesInput,
  output: EntityPage,
  examples: {
    input: { type: 'material', q: 'poplin 140', limit: 2 },
    output: { data: [exampleMaterial], links: { next: null }, meta: { truncated: false } },
  },
  handle(input, context) {
    const { updatedSince, q } = input
    const next = { ...firstStart(input) }
    if (updatedSince !== undefined)
      return page<[string, string]>(input, context, {
        position: z.tuple([z.string(), z.string()]),
        startAt: ([since, after]) => ({ ...next, since, after }),
        positionOf: ({ updatedAt = '', id }) => [updatedAt, id],
      })
    if (q !== undefined)
      return page<[number, string]>(input, context, {
        position: z.tuple([z.int(), z.string()]),
        startAt: ([afterRank, after]) => ({ ...next, afterRank, after }),
        positionOf: ({ rank = 0, id }) => [rank, id],
      })
    return page<[string]>(input, context, {
      position: z.tuple([z.string()]),
      startAt: ([after]) => ({ ...next, after }),
      positionOf: ({ id }) => [id],
    })
  },
})

interface Order<P> {
  position: z.ZodType<P>
  startAt(position: P): EntityStart
  positionOf(row: EntityRow): P
}

async function page<P extends readonly (string | number)[]>(
  { cursor, limit, ...filters }: Input,
  context: Context,
  { position, startAt, positionOf }: Order<P>,
): Promise<StoredPage> {
  const list = { operationId, filters, position }
  const after = startOf(list, context, cursor)
  const start = after ? startAt(after) : firstStart(filters)
  const found = (await readEntities<Promise<EntityRow[]>>(context.read, filters, start, limit + 1)) ?? []
  const { rows, ...paging } = pageOf(list, context, { rows: found, limit, positionOf })
  return { documents: rows.map(({ doc }) => doc), ...paging, meta: { truncated: found[0]?.truncated ?? false } }
}
