import { z } from 'zod'
import { storedLine, storedStyle } from '../../schemas/stored/bom.ts'
import { tenantStatements } from '../query.ts'

const { read } = tenantStatements(import.meta.url)

/** Returns at most `limit` rows for each range, sorted by style within it. */
export const listLinesOfMaterials = read('listLinesOfMaterials', {
  params: z.object({
    seq: z.int(),
    ranges: z.array(z.object({ materialId: z.string(), start: z.string() })),
    /** Null means all styles. */
    styleIds: z.array(z.string()).nullable(),
    limit: z.int(),
  }),
  row: z.object({ materialId: z.string(), styleId: z.string(), doc: storedLine.text }),
})

export const readStyles = read('readStyles', {
  params: z.object({ seq: z.int(), styleIds: z.array(z.string()), withSkus: z.boolean() }),
  row: z.object({ styleId: z.string(), styleNumber: z.string(), doc: storedStyle.text.nullable() }),
})

export const listMaterialsInState = read('listMaterialsInState', {
  params: z.object({ lifecycleState: z.string() }),
  row: z.object({ id: z.string() }),
})

/** `query` is one of `domain/search/found-by.ts`. */
export const listMaterialsFoundBy = read('listMaterialsFoundBy', {
  params: z.object({ query: z.string() }),
  row: z.object({ id: z.string() }),
})

export const readSeasons = read('readSeasons', {
  params: z.object({ styleIds: z.array(z.string()) }),
  row: z.object({ styleId: z.string(), season: z.string().nullable() }),
})
