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

/** Values that an entity must have; null for any. */
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

/** `since` and `after` are where the page before ended; the first page is from a time and no id on. */
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
  /** Words of the index by codes and values; an entity must have all. */
  keys: z.array(z.string()),
}

/** Finds what `findEntities` finds, in the order of `listEntitiesSince`. */
export const findEntitiesSince = read('findEntitiesSince', {
  params: z.object({ ...search, since: z.string() }),
  row: Record.extend({ updatedAt: z.string(), truncated: z.boolean() }),
})

/**
 * `terms` is the full-text query, made by `searchTerms`; `words` and `folded` are the words that it looks for, each once
 * and in a row; `most` is how many hits are looked at. The first page is after rank -1.
 */
export const findEntities = read('findEntities', {
  params: z.object({ ...search, afterRank: z.int() }),
  row: Record.extend({ rank: z.int(), truncated: z.boolean() }),
})

const mpn = z.string().nullable()

/** `mpnForm` is null where no article number is wanted, `mpn` where it may be written in another way. */
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

/** The lists say where entities are looked for, the rest what they must have. */
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

/** A range of sort keys of links at one node: from `start` to before `end`. */
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
  /** Of a link that follows from the newest BOM snapshot: its publication. */
  publicationId: z.string().nullable(),
})
export type LinkRow = z.infer<typeof LinkRow>

/** At most `limit` rows a seek, in no order among seeks. */
export const listLinks = read('listLinks', {
  params: z.object({ outgoing: z.array(LinkRange), incoming: z.array(LinkRange), limit: z.int() }),
  row: LinkRow,
})

/** All links, for one long read: each as seen from its start, by (its id, sort key). */
export const listAllLinks = read('listAllLinks', { params: z.object({}), row: LinkRow })

const PublishedRow = LinkRow.omit({ direction: true, doc: true, sortKey: true, publicationId: true }).extend({
  publicationId: z.string(),
  snapshot: storedSnapshot.text,
  seq: z.int(),
  styleId: z.string(),
})
export type PublishedRow = z.infer<typeof PublishedRow>

/** `after` is the id of a style. At most `limit` rows a seek. */
export const listPublishedStyles = read('listPublishedStyles', {
  params: z.object({ ranges: z.array(z.object({ nodeId: z.string(), after: z.string() })), limit: z.int() }),
  row: PublishedRow,
})

/** `after` is the number of a publication. At most `limit` rows a seek. */
export const listPublicationsOfStyles = read('listPublicationsOfStyles', {
  params: z.object({ ranges: z.array(z.object({ nodeId: z.string(), after: z.int() })), limit: z.int() }),
  row: PublishedRow,
})
