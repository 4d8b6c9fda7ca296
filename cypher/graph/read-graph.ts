import { z } from 'zod'
import { Direction } from '../../schemas/graph/entities.ts'
import { EntityType } from '../../schemas/graph/entity-types.ts'
import { storedEntity } from '../../schemas/stored/entity.ts'
import { storedLink } from '../../schemas/stored/link.ts'
import { storedSnapshot } from '../../schemas/stored/publication.ts'
import { tenantStatements } from '../query.ts'

const { read } = tenantStatements(import.meta.url)

const page = { after: z.string(), limit: z.int() }
const Doc = z.object({ doc: storedEntity.text })
const Record = Doc.extend({ id: z.string() })

export const listEntities = read('listEntities', { params: z.object(page), row: Record })

export const listEntitiesOfType = read('listEntitiesOfType', {
  params: z.object({ ...page, type: EntityType }),
  row: Record,
})

/** Values that an entity must have. Null means any value. */
const values = { lifecycleState: z.string().nullable(), season: z.string().nullable() }
const types = { types: z.array(EntityType) }

export const listEntitiesOfState = read('listEntitiesOfState', {
  params: z.object({ ...page, ...types, lifecycleState: z.string() }),
  row: Record,
})

export const listStylesOfSeason = read('listStylesOfSeason', {
  params: z.object({ ...page, ...values, season: z.string() }),
  row: Record,
})

/** `since` and `after` are the position at which the previous page ended. The first page has a time and an empty ID. */
export const listEntitiesSince = read('listEntitiesSince', {
  params: z.object({ ...page, ...types, ...values, since: z.string() }),
  row: Record.extend({ updatedAt: z.string() }),
})

const search = {
  ...page,
  ...types,
  ...values,
  terms: z.string(),
  words: z.array(z.string()),
  folded: z.string(),
  most: z.int(),
  /** Words of the index of codes and values. An entity must have all of them. */
  keys: z.array(z.string()),
}

/** Finds what `findEntities` finds, in the order of `listEntitiesSince`. */
export const findEntitiesSince = read('findEntitiesSince', {
  params: z.object({ ...search, since: z.string() }),
  row: Record.extend({ updatedAt: z.string(), truncated: z.boolean() }),
})

/**
 * `terms` is the full-text query of `searchTerms`. `words` and `folded` are its words, as a list without duplicates and
 * as one text. `most` is the number of hits that are read. For the first page, `afterRank` is -1.
 */
export const findEntities = read('findEntities', {
  params: z.object({ ...search, afterRank: z.int() }),
  row: Record.extend({ rank: z.int(), truncated: z.boolean() }),
})

const mpn = z.string().nullable()

/**
 * `mpnForm` is null if no article number is searched for. `mpn` is null if other spellings of the article number match
 * too.
 */
export const findEntitiesBy = read('findEntitiesBy', {
  params: z.object({
    ...page,
    ...types,
    lifecycleState: z.string().nullable(),
    since: z.string().nullable(),
    query: z.string(),
    keys: z.array(z.string()),
    mpn,
    mpnForm: mpn,
  }),
  row: Record.extend({ updatedAt: z.string() }),
})

const texts = z.array(z.string())

/** The lists determine where entities are searched, the other parameters what they must have. */
export const countEntities = read('countEntities', {
  params: z.object({
    ...types,
    ...values,
    since: z.string().nullable(),
    keys: texts,
    words: texts,
    mpn,
    most: z.int(),
    ofTypes: texts,
    ofStates: texts,
    ofChanges: texts,
    ofSeasons: texts,
    ofQueries: texts,
    ofMpnForms: texts,
    ofSearches: texts,
  }),
  row: z.object({ entities: z.int() }),
})

export const findNear = read('findNear', {
  params: z.object({ ...types, query: z.string(), limit: z.int() }),
  row: Record,
})

export const findArticles = read('findArticles', {
  params: z.object({ mpnForm: z.string(), limit: z.int() }),
  row: z.object({ mpn: z.string() }),
})

const Id = z.object({ id: z.string() })

export const listStyleIdsOfSeason = read('listStyleIdsOfSeason', { params: z.object({ season: z.string() }), row: Id })

export const listEntitiesWith = read('listEntitiesWith', {
  params: z.object({ ids: texts, lifecycleState: z.string().nullable(), keys: texts }),
  row: Id,
})

export const findEntitiesById = read('findEntitiesById', { params: z.object({ ids: texts }), row: Record })

export const getEntity = read('getEntity', { params: z.object({ entityId: z.string() }), row: Doc })

/** A range of sort keys of the links at one node: `start` inclusive, `end` exclusive. */
export const LinkRange = z.object({ nodeId: z.string(), start: z.string(), end: z.string() })
export type LinkRange = z.infer<typeof LinkRange>

export const LinkRow = z.object({
  nearId: z.string(),
  nearType: EntityType,
  nearLabel: z.string().nullable(),
  direction: Direction,
  doc: storedLink.text,
  sortKey: z.string(),
  farId: z.string(),
  farType: EntityType,
  farLabel: z.string().nullable(),
  farListed: z.boolean(),
  /** The publication of a link that the newest BOM snapshot contains; null for other links. */
  publicationId: z.string().nullable(),
})
export type LinkRow = z.infer<typeof LinkRow>

/** Returns at most `limit` rows for each range. Ranges are unsorted. */
export const listLinks = read('listLinks', {
  params: z.object({ outgoing: z.array(LinkRange), incoming: z.array(LinkRange), limit: z.int() }),
  row: LinkRow,
})

/** Streams all links in one long read, each from its start, sorted by the start's ID and the sort key. */
export const listAllLinks = read('listAllLinks', { params: z.object({}), row: LinkRow })

const PublishedRow = LinkRow.omit({ direction: true, doc: true, sortKey: true, publicationId: true }).extend({
  publicationId: z.string(),
  snapshot: storedSnapshot.text,
  seq: z.int(),
  styleId: z.string(),
})
export type PublishedRow = z.infer<typeof PublishedRow>

/** `after` is the ID of a style. Returns at most `limit` rows for each range. */
export const listPublishedStyles = read('listPublishedStyles', {
  params: z.object({ ranges: z.array(z.object({ nodeId: z.string(), after: z.string() })), limit: z.int() }),
  row: PublishedRow,
})

/** `after` is the number of a publication. Returns at most `limit` rows for each range. */
export const listPublicationsOfStyles = read('listPublicationsOfStyles', {
  params: z.object({ ranges: z.array(z.object({ nodeId: z.string(), after: z.int() })), limit: z.int() }),
  row: PublishedRow,
})
