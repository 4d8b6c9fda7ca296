import { z } from 'zod'
import { storedLine } from '../../schemas/stored/bom.ts'
import { storedSnapshot } from '../../schemas/stored/publication.ts'
import { tenantStatements } from '../query.ts'

const { read } = tenantStatements(import.meta.url)

/**
 * Returns at most `limit` versions that begin at `below` or before. `lineKey` and `skuId` are texts in the document of a
 * version, which may have no row with both. `toSeq` is the number before which the version ends. A snapshot is null if
 * there is none up to `to`.
 */
export const listLineVersions = read('listLineVersions', {
  params: z.object({
    styleIds: z.array(z.string()),
    lineKey: z.string(),
    skuId: z.string(),
    below: z.int(),
    to: z.int(),
    limit: z.int(),
  }),
  row: z.object({
    styleId: z.string(),
    toSeq: z.int(),
    doc: storedLine.text,
    fromSeq: z.int().nullable(),
    from: storedSnapshot.text.nullable(),
    untilSeq: z.int().nullable(),
    until: storedSnapshot.text.nullable(),
  }),
})
