import { z } from 'zod'
import { storedPosition } from '../../schemas/stored/connected-data.ts'
import { storedEntity } from '../../schemas/stored/entity.ts'
import { storedLink } from '../../schemas/stored/link.ts'
import { tenantStatements } from '../query.ts'

const { read } = tenantStatements(import.meta.url)

const StyleId = z.object({ styleId: z.string() })

export const listStylesOfNames = read('listStylesOfNames', {
  params: z.object({ seq: z.int(), numbers: z.array(z.string()), ids: z.array(z.string()) }),
  row: StyleId,
})

export const listStylesOfSkuNames = read('listStylesOfSkuNames', {
  params: z.object({ skus: z.array(z.string()), ids: z.array(z.string()) }),
  row: StyleId,
})

/** `links` are the SUPPLIED_BY links of the suppliers in `suppliers`, in the same order. */
export const listOffers = read('listOffers', {
  params: z.object({ materialIds: z.array(z.string()) }),
  row: z.object({
    materialId: z.string(),
    material: storedEntity.text,
    links: z.array(storedLink.text),
    suppliers: z.array(storedEntity.text),
  }),
})

/** At most one of the factory's ID and code may be given. */
export const listPositionsOfMaterials = read('listPositionsOfMaterials', {
  params: z.object({
    materialIds: z.array(z.string()),
    factoryId: z.string().nullable(),
    factoryCode: z.string().nullable(),
  }),
  row: z.object({ materialId: z.string(), doc: storedPosition.text }),
})
