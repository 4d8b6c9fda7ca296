import { z } from 'zod'
import { EntityType } from '../schemas/graph.ts'
import { writeQuery } from './query.ts'

const Nothing = z.object({})
const Ids = z.object({ ids: z.array(z.string()) })
const State = z.object({ id: z.string(), state: z.string() })

export const holdEntities = writeQuery('projections/hold-entities', {
  params: z.object({ rows: z.array(z.object({ id: z.string(), type: EntityType })) }),
  row: z.object({ id: z.string(), doc: z.string().nullable(), state: z.string().nullable() }),
})

export const EntityWrite = z.object({
  id: z.string(),
  label: z.string(),
  words: z.string(),
  codeWords: z.string(),
  doc: z.string(),
  state: z.string(),
})
export type EntityWrite = z.infer<typeof EntityWrite>

export const listEntities = writeQuery('projections/list-entities', {
  params: z.object({ rows: z.array(EntityWrite) }),
  row: Nothing,
})

/** The label stays for the links that lead there; null keeps the one that was written last. */
export const unlistEntities = writeQuery('projections/unlist-entities', {
  params: z.object({ rows: z.array(State.extend({ label: z.string().nullish() })) }),
  row: Nothing,
})

export const ClaimWrite = z.object({
  id: z.string(),
  entityId: z.string(),
  system: z.string(),
  instance: z.string(),
  kind: z.string(),
  value: z.string(),
})
export type ClaimWrite = z.infer<typeof ClaimWrite>

export const writeClaims = writeQuery('projections/write-claims', {
  params: z.object({ rows: z.array(ClaimWrite) }),
  row: Nothing,
})

export const deleteClaims = writeQuery('projections/delete-claims', { params: Ids, row: Nothing })

export const holdLinks = writeQuery('projections/hold-links', {
  params: Ids,
  row: z.object({
    id: z.string(),
    fromId: z.string().nullable(),
    toId: z.string().nullable(),
    state: z.string().nullable(),
  }),
})

export const LinkUpdate = z.object({
  id: z.string(),
  sortKey: z.string(),
  doc: z.string(),
  state: z.string().nullable(),
})

/** `state` is null for a link that follows from an entity and has no versions of its own. */
export const LinkWrite = LinkUpdate.extend({
  fromId: z.string(),
  fromType: EntityType,
  toId: z.string(),
  toType: EntityType,
})
export type LinkWrite = z.infer<typeof LinkWrite>

export const createLinks = writeQuery('projections/create-links', {
  params: z.object({ rows: z.array(LinkWrite) }),
  row: Nothing,
})

export const updateLinks = writeQuery('projections/update-links', {
  params: z.object({ rows: z.array(LinkUpdate) }),
  row: Nothing,
})

export const deleteLinks = writeQuery('projections/delete-links', { params: Ids, row: Nothing })

export const rememberDeletedLinks = writeQuery('projections/remember-deleted-links', {
  params: z.object({ rows: z.array(State) }),
  row: Nothing,
})

export const forgetDeletedLinks = writeQuery('projections/forget-deleted-links', { params: Ids, row: Nothing })
