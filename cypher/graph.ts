import { z } from 'zod'
import { Direction, EntityType } from '../schemas/graph.ts'
import { readQuery } from './query.ts'

const page = { after: z.string(), limit: z.int() }
const Doc = z.object({ doc: z.string() })
const Record = Doc.extend({ id: z.string() })

export const listEntities = readQuery('graph/list-entities', { params: z.object(page), row: Record })

export const listEntitiesOfType = readQuery('graph/list-entities-of-type', {
  params: z.object({ ...page, type: EntityType }),
  row: Record,
})

/**
 * `terms` is the full-text query, made by `searchTerms`; `words` and `folded` are the words that it looks for, each once
 * and in a row; `most` is how many hits are looked at. The first page is after rank -1.
 */
export const findEntities = readQuery('graph/find-entities', {
  params: z.object({
    ...page,
    terms: z.string(),
    words: z.array(z.string()),
    folded: z.string(),
    types: z.array(EntityType),
    afterRank: z.int(),
    most: z.int(),
  }),
  row: Record.extend({ rank: z.int(), truncated: z.boolean() }),
})

export const getEntity = readQuery('graph/get-entity', { params: z.object({ entityId: z.string() }), row: Doc })

/** A range of sort keys of links at one node: from `start` to before `end`. */
export const LinkSeek = z.object({ nodeId: z.string(), start: z.string(), end: z.string() })
export type LinkSeek = z.infer<typeof LinkSeek>

export const LinkRow = z.object({
  nearId: z.string(),
  nearType: EntityType,
  nearLabel: z.string().nullable(),
  direction: Direction,
  doc: z.string(),
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
export const listLinks = readQuery('graph/list-links', {
  params: z.object({ outgoing: z.array(LinkSeek), incoming: z.array(LinkSeek), limit: z.int() }),
  row: LinkRow,
})

/** All links, for one long read: each as seen from its start, by (its id, sort key). */
export const listAllLinks = readQuery('graph/list-all-links', { params: z.object({}), row: LinkRow })

const PublishedRow = LinkRow.omit({ direction: true, doc: true, sortKey: true, publicationId: true }).extend({
  publicationId: z.string(),
  /** The document of the snapshot. */
  snapshot: z.string(),
  seq: z.int(),
  styleId: z.string(),
})
export type PublishedRow = z.infer<typeof PublishedRow>

/** `after` is the id of a style. At most `limit` rows a seek. */
export const listPublishedStyles = readQuery('graph/list-published-styles', {
  params: z.object({ seeks: z.array(z.object({ nodeId: z.string(), after: z.string() })), limit: z.int() }),
  row: PublishedRow,
})

/** `after` is the number of a publication. At most `limit` rows a seek. */
export const listPublicationsOfStyles = readQuery('graph/list-publications-of-styles', {
  params: z.object({ seeks: z.array(z.object({ nodeId: z.string(), after: z.int() })), limit: z.int() }),
  row: PublishedRow,
})
