import { z } from 'zod'
import { EntityPage, SearchEntitiesInput } from '../../../schemas/graph/entities.ts'
import type { Context } from '../../core/context.ts'
import { invalidRequest } from '../../core/input/invalid-request.ts'
import { operation, type StoredPage } from '../../core/operation.ts'
import { pageOf, startOf } from '../../core/page.ts'
import { exampleMaterial } from './examples.ts'
import {
  codeMatches,
  countEntities,
  type EntityFilters,
  type EntityRow,
  type EntityStart,
  firstStart,
  isSearchedTwice,
  matchOf,
  readEntities,
  searchedTwice,
} from './search/read-entities.ts'
import { remarksOf } from './search/search-remarks.ts'

const operationId = 'searchEntities'

type Input = z.output<typeof SearchEntitiesInput>

/**
 * `GET /v1/entities`: all entities, or those of a type, with a code, or with values, by ID. With `q`, those whose label
 * matches, by (rank, ID). With `updatedSince`, by (updatedAt, ID).
 */
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
    'search considers at most 10,000 matches; `meta.truncated` is true if there are more. If nothing matches, ' +
    '`meta.suggestions` has words or labels with a similar spelling. With `code`, returns what has this code in any ' +
    'system. `meta.notices` reports values of filters that no entity has. With `updatedSince`, entities are sorted by ' +
    '`updatedAt`, their time in the source, and ID. If an entity changes while you read the pages, it appears again at ' +
    'the end of the list. To keep a copy up to date, use `GET /v1/changes`, which also lists late events and deletions.',
  input: SearchEntitiesInput,
  output: EntityPage,
  examples: {
    input: { type: 'material', q: 'poplin 140', limit: 2 },
    output: { data: [exampleMaterial], links: { next: null }, meta: { truncated: false } },
  },
  handle(input, context) {
    const { updatedSince, q, code } = input
    if (isSearchedTwice(input)) throw invalidRequest(searchedTwice.map((fault) => ({ in: 'query', ...fault })))
    const next = firstStart(input)
    if (code !== undefined)
      return page<[number, string, string]>(input, context, {
        position: z.tuple([
          z
            .int()
            .min(0)
            .max(codeMatches.length - 1),
          z.string(),
          z.string(),
        ]),
        startAt: ([match, since, after]) => ({ ...next, match, since, after }),
        positionOf: ({ updatedAt = '', id }, { match }) => [match, updatedAt, id],
      })
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
  positionOf(row: EntityRow, start: EntityStart): P
}

async function page<P extends readonly (string | number)[]>(
  { cursor, limit, count = false, ...filters }: Input,
  context: Context,
  { position, startAt, positionOf }: Order<P>,
): Promise<StoredPage> {
  const { organization } = context
  const list = { operationId, filters, position }
  const after = startOf(list, context, cursor)
  const start = after ? startAt(after) : await startOfList(context, filters)
  const wanted = start && { organization, filters, start, limit: limit + 1 }
  const found = (wanted && (await readEntities<Promise<EntityRow[]>>(context.read, wanted))) ?? []
  const at = start ?? firstStart(filters)
  const { rows, ...paging } = pageOf(list, context, { rows: found, limit, positionOf: (row) => positionOf(row, at) })
  const truncated = found[0]?.truncated ?? false
  const counted = count ? { count: start === null ? 0 : await countEntities(context, filters, at.match) } : {}
  const remarks = await remarksOf(context, filters, {
    start,
    isMissed: found.length === 0 && !after,
    truncated,
    ...counted,
  })
  return { documents: rows.map(({ doc }) => doc), ...paging, meta: { truncated, ...counted, ...remarks } }
}

/** The start of a list; null if no entity matches the code. */
async function startOfList(context: Context, filters: EntityFilters): Promise<EntityStart | null> {
  const match = filters.code === undefined ? 0 : await matchOf(context, filters)
  return match === null ? null : { ...firstStart(filters), match }
}
