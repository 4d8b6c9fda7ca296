import type { Brand } from '../brand.ts'
import { skuCount } from '../graph/styles/sku.ts'
import type { StyleBom } from './style-bom.ts'
import { type StyleData, styleData, variantsOf } from './style-data.ts'

/** The maximum size of an event, two thirds of the limit of the contract. */
const MAX_BYTES = 600 * 1024

/** Upper bounds for the JSON of each element, and for the rest of an event. */
const BYTES = { event: 1_024, sku: 140, line: 900, yield: 120 }

/** One style in this number is sent in two parts whatever its size. */
const ALWAYS_IN_TWO = 16

/** The data of a style's events: one, or as many as keep each within 600 KiB, each with some of the SKUs. */
export function partsOf(brand: Brand, bom: StyleBom, snapshotId: string): StyleData[] {
  const variants = variantsOf(brand, bom.style)
  const parts = partCount(bom)
  const size = Math.ceil(variants.length / parts)
  return Array.from({ length: parts }, (_, part) => {
    const slice = variants.slice(part * size, (part + 1) * size)
    return styleData(brand, bom, { snapshotId, part: part + 1, parts, variants: slice })
  })
}

/** How many events a style's BOM takes; each has at least one SKU. */
export function partCount({ style, lines }: StyleBom): number {
  const skus = skuCount(style)
  const room = MAX_BYTES - BYTES.event - BYTES.line * lines.length
  const fitting = Math.max(1, Math.trunc(room / (BYTES.sku + BYTES.yield * lines.length)))
  const least = style.index % ALWAYS_IN_TWO === 3 ? Math.min(2, skus) : 1
  const size = Math.ceil(skus / Math.max(least, Math.ceil(skus / fitting)))
  return Math.ceil(skus / size)
}
