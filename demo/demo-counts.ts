import type { GraphKind } from '../schemas/records/record-events.ts'
import { type BrandOptions, openBrand } from './brand.ts'
import { materialLinks } from './graph/materials/material-links.ts'
import { skuCount } from './graph/styles/sku.ts'
import { styleAt } from './graph/styles/style.ts'
import { styleLinks } from './graph/styles/style-links.ts'
import { supplierLinks } from './graph/suppliers/supplier-links.ts'

/** How many events `demoEvents` gives with the same options, by kind, for progress; much cheaper than the events. */
export function demoCounts(options: BrandOptions): Record<GraphKind, number> {
  const brand = openBrand(options)
  const { materials, styles, suppliers } = brand.profile
  const counts = { supplier: suppliers, material: materials, style: styles, sku: 0, link: 0 }
  for (let index = 0; index < suppliers; index += 1) counts.link += supplierLinks(brand, index).length
  for (let index = 0; index < materials; index += 1) counts.link += materialLinks(brand, index).length
  for (let index = 0; index < styles; index += 1) {
    const style = styleAt(brand, index)
    counts.sku += skuCount(style)
    counts.link += styleLinks(brand, style).length
  }
  return counts
}
