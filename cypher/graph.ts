import { z } from 'zod'
import { Direction, EntityType } from '../schemas/graph.ts'
import { readQuery } from './query.ts'

const page = { after: z.string(), limit: z.int() }
const Doc = z.object({ doc: z.string() })

export const listEntities = readQuery('graph/list-entities', { params: z.object(page), row: Doc })

export const listEntitiesOfType = readQuery('graph/list-entities-of-type', {
  params: z.object({ ...page, type: EntityType }),
  row: Doc,
})

/** `terms` is the full-text query, made by `searchTerms`; `most` is how many hits are looked at. */
export const findEntities = readQuery('graph/find-entities', {
  params: z.object({
    ...page,
    terms: z.string(),
    words: z.array(z.string()),
    folded: z.string(),
    afterRank: z.int(),
    most: z.int(),
  }),
  row: z.object({ doc: z.string(), rank: z.int(), truncated: z.boolean() }),
})

export const getEntity = readQuery('graph/get-entity', { params: z.object({ entityId: z.string() }), row: Doc })

/** A range of link keys at one node: `after` and `before` are excluded. */
export const LinkSeek = z.object({ nodeId: z.string(), direction: Direction, after: z.string(), before: z.string() })
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
})
export type LinkRow = z.infer<typeof LinkRow>

export const listLinks = readQuery('graph/list-links', {
  params: z.object({ seeks: z.array(LinkSeek), limit: z.int() }),
  row: LinkRow,
})
