import type { z } from 'zod'
import {
  findEntities,
  findEntitiesSince,
  listEntities,
  listEntitiesOfState,
  listEntitiesOfType,
  listEntitiesSince,
  listStylesOfSeason,
} from '../../../cypher/graph/read-graph.ts'
import type { Query } from '../../../cypher/query.ts'
import { searchTerms } from '../../../domain/search/search-terms.ts'
import { tokenize } from '../../../domain/search/tokens.ts'
import type { SearchEntitiesInput } from '../../../schemas/graph/entities.ts'
import { EntityType, entityTypes } from '../../../schemas/graph/entity-types.ts'
import type { LongReader } from '../../core/context.ts'

export type EntityFilters = Omit<z.output<typeof SearchEntitiesInput>, 'cursor' | 'limit'>

const MOST_HITS = 10_000

/** Where a page begins: behind an id, of those with a rank or that changed at a time where these come first in the order. */
export interface EntityStart {
  after: string
  afterRank: number
  since: string
}

/** The beginning of a list. */
export function firstStart({ updatedSince }: EntityFilters): EntityStart {
  return { after: '', afterRank: -1, since: updatedSince ?? '' }
}

export interface EntityRow {
  id: string
  doc: string
  rank?: number
  updatedAt?: string
  truncated?: boolean
}

/** Runs one of the statements, for a page or for a file. */
type Run<T> = <P, R extends EntityRow>(query: Query<P, R, 'tenant'>, params: P) => T

/** Reads the next entities that filters find; null when they can find none. */
export function readEntities<T>(run: Run<T>, filters: EntityFilters, start: EntityStart, limit: number): T | null {
  const { type, q, lifecycleState = null, season = null, updatedSince } = filters
  const types = typesOf(filters)
  const { after, afterRank, since } = start
  const values = { lifecycleState, season, after, limit }
  if (types.length === 0) return null
  if (q !== undefined) {
    const search = searchFor(q, types)
    if (!search) return null
    if (updatedSince === undefined) return run(findEntities, { ...search, ...values, afterRank })
    return run(findEntitiesSince, { ...search, ...values, since })
  }
  if (updatedSince !== undefined) return run(listEntitiesSince, { ...values, types, since })
  if (season !== null) return run(listStylesOfSeason, { ...values, season })
  if (lifecycleState !== null) return run(listEntitiesOfState, { types, lifecycleState, after, limit })
  return type ? run(listEntitiesOfType, { type, after, limit }) : run(listEntities, { after, limit })
}

/** The types that can have what is asked for. */
function typesOf({ type, lifecycleState, season }: EntityFilters): EntityType[] {
  const hasState = (one: EntityType) =>
    (entityTypes[one].lifecycleStates as readonly string[]).includes(lifecycleState ?? '')
  return EntityType.options.filter(
    (one) =>
      (type === undefined || one === type) &&
      (lifecycleState === undefined || hasState(one)) &&
      (season === undefined || one === 'style'),
  )
}

/** What finds the entities whose label holds all words of `q`; null for a text without a word. */
function searchFor(q: string, types: EntityType[]) {
  const words = tokenize(q)
  if (words.length === 0) return null
  const [only] = types.length === 1 ? types : []
  return {
    terms: searchTerms(words, only),
    words: [...new Set(words)],
    folded: words.join(' '),
    types,
    most: MOST_HITS,
  }
}

/** The documents of all entities that filters find, in the order of the pages, in one long read. */
export async function* everyEntity(reader: LongReader, filters: EntityFilters): AsyncGenerator<string> {
  const run: Run<AsyncIterable<EntityRow>> = (query, params) => reader.stream(query, params)
  const found = readEntities(run, filters, firstStart(filters), Number.MAX_SAFE_INTEGER)
  if (found) for await (const { doc } of found) yield doc
}
