import type { Brand } from './brand.ts'
import type { DemoRecord } from './event.ts'
import { materialAt } from './graph/materials/material.ts'
import { materialLinks } from './graph/materials/material-links.ts'
import { colorwaysOf } from './graph/styles/colors.ts'
import { skuAt, skuCount } from './graph/styles/sku.ts'
import { styleAt } from './graph/styles/style.ts'
import { styleLinks } from './graph/styles/style-links.ts'
import { styleRecord } from './graph/styles/style-record.ts'
import { supplierAt } from './graph/suppliers/supplier.ts'
import { supplierLinks } from './graph/suppliers/supplier-links.ts'

/** One owner in so many sends its links before itself, as sources without an order between their tables do. */
const LINKS_FIRST = 16

/**
 * The records of a brand, one at a time: suppliers, materials, then styles with their SKUs, each with the links that
 * lead from it. Links often come before their far end, and now and then before both.
 */
export function* demoRecords(brand: Brand): Generator<DemoRecord, void> {
  const { materials, styles, suppliers } = brand.profile
  for (let index = 0; index < suppliers; index += 1) {
    yield* withLinks(index, [supplierAt(brand, index)], supplierLinks(brand, index))
  }
  for (let index = 0; index < materials; index += 1) {
    yield* withLinks(index, [materialAt(brand, index)], materialLinks(brand, index))
  }
  for (let index = 0; index < styles; index += 1) {
    yield* withLinks(index, styleWithSkus(brand, index), styleLinks(brand, styleAt(brand, index)))
  }
}

/** A style and its SKUs; of some styles the SKUs come first. */
function styleWithSkus(brand: Brand, index: number): DemoRecord[] {
  const style = styleAt(brand, index)
  const colorways = colorwaysOf(style.hash, style.colors)
  const skus = Array.from({ length: skuCount(style) }, (_, variant) => skuAt(brand, style, variant, colorways))
  const record = styleRecord(brand, style)
  return linksComeFirst(index) ? [...skus, record] : [record, ...skus]
}

const linksComeFirst = (index: number): boolean => index % LINKS_FIRST === 5

function withLinks(index: number, records: DemoRecord[], links: DemoRecord[]): DemoRecord[] {
  return linksComeFirst(index) ? [...links, ...records] : [...records, ...links]
}
