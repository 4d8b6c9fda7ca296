import type { z } from 'zod'
import {
  countEntities as countStatement,
  findEntities,
  findEntitiesBy,
  findEntitiesSince,
  listEntities,
  listEntitiesOfState,
  listEntitiesOfType,
  listEntitiesSince,
  listStylesOfSeason,
} from '../../../../cypher/graph/read-graph.ts'
import type { Query } from '../../../../cypher/query.ts'
import { formOf, keyOf, labelForm, looseForm, type ValueKind, valueKinds } from '../../../../domain/search/found-by.ts'
import { searchTerms } from '../../../../domain/search/search-terms.ts'
import { tokenize } from '../../../../domain/search/tokens.ts'
import type { Entity, SearchEntitiesInput } from '../../../../schemas/graph/entities.ts'
import { EntityType, entityTypes } from '../../../../schemas/graph/entity-types.ts'
import { storedEntity } from '../../../../schemas/stored/entity.ts'
import type { TextOf } from '../../../../schemas/stored/stored-document.ts'
import type { LongReader, Reader } from '../../../core/context.ts'

export type EntityFilters = Omit<z.output<typeof SearchEntitiesInput>, 'cursor' | 'limit' | 'count'>

/** The most matches that a search ranks, and the highest count of entities. */
export const MOST_HITS = 10_000

/** Whether the filters have both words and a code, which the API rejects. */
export function isSearchedTwice({ q, code }: Pick<EntityFilters, 'q' | 'code'>): boolean {
  return q !== undefined && code !== undefined
}

export const searchedTwice = ['q', 'code'].map((name) => ({ name, detail: 'cannot be combined: provide q or code' }))

/** The position after which a page starts: an ID, together with a rank or a time if the order begins with these. */
export interface EntityStart {
  after: string
  afterRank: number
  since: string
  /** How a code is matched, as an index of `codeMatches`; ignored without a code. */
  match: number
}

/** The start of a list. */
export function firstStart({ updatedSince }: EntityFilters): EntityStart {
  return { after: '', afterRank: -1, since: updatedSince ?? '', match: 0 }
}

export interface EntityRow {
  id: string
  doc: TextOf<Entity>
  rank?: number
  updatedAt?: string
  truncated?: boolean
}

/** Parses the stored document of an entity. */
export function entityOf({ doc }: Pick<EntityRow, 'doc'>): Entity {
  return storedEntity.read(doc)
}

/** Runs a statement, either for a page or as a long read for a file. */
type Run<T> = <P, R extends EntityRow>(query: Query<P, R, 'tenant'>, params: P) => T

/** The entities to read. */
interface Wanted {
  organization: string
  filters: EntityFilters
  start: EntityStart
  limit: number
}

/** Reads the next entities that match the filters; null if none can match. */
export function readEntities<T>(run: Run<T>, { organization, filters, start, limit }: Wanted): T | null {
  const { type, q, code, lifecycleState = null, season = null, updatedSince } = filters
  const types = typesOf(filters)
  const { after, afterRank, since, match } = start
  const keys = keysOf(organization, filters)
  const values = { lifecycleState, season, after, limit }
  if (types.length === 0) return null
  if (q !== undefined) {
    const search = searchFor(q, types)
    if (!search) return null
    if (updatedSince === undefined) return run(findEntities, { ...search, ...values, keys, afterRank })
    return run(findEntitiesSince, { ...search, ...values, keys, since })
  }
  if (code !== undefined || hasValues(filters)) {
    const from = { after, limit, since: updatedSince === undefined ? null : since }
    const found = code === undefined ? foundByValues(keys) : foundByCode(organization, code, match, keys)
    return run(findEntitiesBy, { ...from, ...found, types, lifecycleState })
  }
  if (updatedSince !== undefined) return run(listEntitiesSince, { ...values, types, since })
  if (season !== null) return run(listStylesOfSeason, { ...values, season })
  if (lifecycleState !== null) return run(listEntitiesOfState, { types, lifecycleState, after, limit })
  return type ? run(listEntitiesOfType, { type, after, limit }) : run(listEntities, { after, limit })
}

/** The number of entities that match the filters, at most MOST_HITS. */
export async function countEntities(reader: Reader, filters: EntityFilters, match: number): Promise<number> {
  const { q, code, lifecycleState = null, season = null, updatedSince: since = null } = filters
  const types = typesOf(filters)
  const keys = keysOf(reader.organization, filters)
  const search = q === undefined ? null : searchFor(q, types)
  if (types.length === 0 || (q !== undefined && !search)) return 0
  const found = code === undefined ? foundByValues(keys) : foundByCode(reader.organization, code, match, keys)
  const none = {
    ofTypes: [],
    ofStates: [],
    ofChanges: [],
    ofSeasons: [],
    ofQueries: [],
    ofMpnForms: [],
    ofSearches: [],
  }
  const from = () => {
    if (search) return { ofSearches: [search.terms] }
    if (code !== undefined || hasValues(filters))
      return { ofQueries: [found.query], ofMpnForms: found.mpnForm === null ? [] : [found.mpnForm] }
    if (season !== null) return { ofSeasons: [season] }
    if (lifecycleState !== null) return { ofStates: types }
    return since === null ? { ofTypes: types } : { ofChanges: types }
  }
  const values = { types, lifecycleState, season, since, keys, words: search?.words ?? [], mpn: found.mpn }
  const [counted] = await reader.read(countStatement, { ...none, ...values, ...from(), most: MOST_HITS })
  return counted?.entities ?? 0
}

/** The types of entities that can match the filters. */
export function typesOf({ type, lifecycleState, ...filters }: EntityFilters): EntityType[] {
  const hasState = (one: EntityType) =>
    (entityTypes[one].lifecycleStates as readonly string[]).includes(lifecycleState ?? '')
  return EntityType.options.filter(
    (one) =>
      (type === undefined || one === type) &&
      (lifecycleState === undefined || hasState(one)) &&
      valueKinds.every((kind) => filters[kind] === undefined || typesWith[kind].includes(one)),
  )
}

/** The types of entities that can have a value. */
export const typesWith: Record<ValueKind, readonly EntityType[]> = {
  season: ['style'],
  materialType: ['material'],
  countryCode: ['material', 'supplier'],
  certification: ['material'],
  fibre: ['material'],
}

/**
 * Whether entities are found by the index of codes and values. The season is not included, because it has an index of
 * its own.
 */
function hasValues(filters: EntityFilters): boolean {
  return valueKinds.some((kind) => kind !== 'season' && filters[kind] !== undefined)
}

/** The words of the index for all values that the filters require. */
function keysOf(organization: string, filters: EntityFilters): string[] {
  return valueKinds.flatMap((kind) => {
    const value = filters[kind]
    return value === undefined ? [] : [keyOf(organization, kind, value)]
  })
}

function foundByValues(keys: string[]) {
  return { keys, query: allOf(keys), mpn: null, mpnForm: null }
}

/**
 * How a code is matched, the best match first: as a current code, as a previous code, as both in another spelling, and
 * as a label. The matches after the second are loose.
 */
export const codeMatches: readonly CodeMatch[] = [
  { isLoose: false, isCurrent: true, word: (organization, code) => keyOf(organization, 'code', code) },
  { isLoose: false, isCurrent: false, word: (organization, code) => keyOf(organization, 'former', code) },
  { isLoose: true, isCurrent: true, word: (organization, code) => formOf(organization, 'code', code) },
  { isLoose: true, isCurrent: false, word: (organization, code) => formOf(organization, 'former', code) },
  { isLoose: true, isCurrent: false, word: (organization, code) => keyOf(organization, 'label', labelForm(code)) },
]

interface CodeMatch {
  isLoose: boolean
  isCurrent: boolean
  /** The word of the index that entities with this code have. */
  word(organization: string, code: string): string
}

function foundByCode(organization: string, code: string, at: number, keys: string[]) {
  const match = codeMatches[at]
  if (!match) throw new RangeError(`There is no match ${at} of a code`)
  const { isLoose, isCurrent, word } = match
  // A supplier article number belongs to a current link, so it cannot be a previous code.
  const article = { mpn: isLoose ? null : code, mpnForm: isCurrent ? looseForm(code) : null }
  return { keys, query: allOf([word(organization, code), ...keys]), ...article }
}

function allOf(words: readonly string[]): string {
  return words.map((word) => `+foundBy:${word}`).join(' ')
}

/** The best match of a code among the entities that match the other filters; null if there is none. */
export async function matchOf(reader: Reader, filters: EntityFilters): Promise<number | null> {
  const { organization } = reader
  for (const match of codeMatches.keys()) {
    const start = { ...firstStart(filters), match }
    const wanted = { organization, filters, start, limit: 1 }
    const found = await readEntities<Promise<EntityRow[]>>((query, params) => reader.read(query, params), wanted)
    if (found && found.length > 0) return match
  }
  return null
}

/** The search for entities whose label has all words of `q`; null if `q` has no words. */
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

/** The documents of all entities that match the filters, in the order of the pages, in one long read. */
export async function* everyEntity(reader: LongReader, filters: EntityFilters): AsyncGenerator<string> {
  const run: Run<AsyncIterable<EntityRow>> = (query, params) => reader.stream(query, params)
  const match = filters.code === undefined ? 0 : await matchOf(reader, filters)
  if (match === null) return
  const start = { ...firstStart(filters), match }
  const found = readEntities(run, {
    organization: reader.organization,
    filters,
    start,
    limit: Number.MAX_SAFE_INTEGER,
  })
  if (found) for await (const { doc } of found) yield doc
}
