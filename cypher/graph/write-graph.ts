import { z } from 'zod'
import { EntityType } from '../../schemas/graph/entity-types.ts'
import { storedEntity, storedEntityState } from '../../schemas/stored/entity.ts'
import { storedLink } from '../../schemas/stored/link.ts'
import { storedVersions } from '../../schemas/stored/version.ts'
import { tenantStatements } from '../query.ts'

const { write } = tenantStatements(import.meta.url)

const Nothing = z.object({})
const Ids = z.object({ ids: z.array(z.string()) })

export const lockEntities = write('lockEntities', {
  params: z.object({ rows: z.array(z.object({ id: z.string(), type: EntityType })) }),
  row: z.object({
    id: z.string(),
    doc: storedEntity.text.nullable(),
    state: storedEntityState.text.nullable(),
  }),
})

export const EntityWrite = z.object({
  id: z.string(),
  label: z.string(),
  words: z.string(),
  codeWords: z.string(),
  doc: storedEntity.text,
  state: storedEntityState.text,
  lifecycleState: z.string(),
  /** Only of a style. */
  season: z.string().nullable(),
  updatedAt: z.string(),
  /** Indexed codes and values; see domain/search/found-by.ts. */
  foundBy: z.string(),
})
export type EntityWrite = z.infer<typeof EntityWrite>

export const publishEntities = write('publishEntities', {
  params: z.object({ rows: z.array(EntityWrite) }),
  row: Nothing,
})

/** The label is kept for links to the entity. Null keeps the previous label. */
export const unpublishEntities = write('unpublishEntities', {
  params: z.object({
    rows: z.array(z.object({ id: z.string(), state: storedEntityState.text, label: z.string().nullish() })),
  }),
  row: Nothing,
})

export const ClaimWrite = z.object({
  id: z.string(),
  entityId: z.string(),
  system: z.string(),
  instance: z.string(),
  kind: z.string(),
  value: z.string(),
  /** True for a previous code of the entity. It leads to the entity only while no entity has the code now. */
  former: z.literal(true).nullish(),
})
export type ClaimWrite = z.infer<typeof ClaimWrite>

export const writeClaims = write('writeClaims', {
  params: z.object({ rows: z.array(ClaimWrite) }),
  row: Nothing,
})

export const deleteClaims = write('deleteClaims', { params: Ids, row: Nothing })

export const lockLinks = write('lockLinks', {
  params: Ids,
  row: z.object({
    id: z.string(),
    fromId: z.string().nullable(),
    toId: z.string().nullable(),
    state: storedVersions.text.nullable(),
  }),
})

export const LinkUpdate = z.object({
  id: z.string(),
  sortKey: z.string(),
  doc: storedLink.text,
  state: storedVersions.text.nullable(),
  /** Only of a SUPPLIED_BY link with an article number: the number, and the number without case and separators. */
  mpn: z.string().nullish(),
  mpnForm: z.string().nullish(),
})

/** `state` is null for a link that is derived from an entity and has no versions of its own. */
export const LinkWrite = LinkUpdate.extend({
  fromId: z.string(),
  fromType: EntityType,
  toId: z.string(),
  toType: EntityType,
})
export type LinkWrite = z.infer<typeof LinkWrite>

export const createLinks = write('createLinks', {
  params: z.object({ rows: z.array(LinkWrite) }),
  row: Nothing,
})

export const updateLinks = write('updateLinks', {
  params: z.object({ rows: z.array(LinkUpdate) }),
  row: Nothing,
})

export const deleteLinks = write('deleteLinks', { params: Ids, row: Nothing })

export const rememberDeletedLinks = write('rememberDeletedLinks', {
  params: z.object({ rows: z.array(z.object({ id: z.string(), state: storedVersions.text })) }),
  row: Nothing,
})

export const forgetDeletedLinks = write('forgetDeletedLinks', { params: Ids, row: Nothing })
