import type { Brand } from '../../brand.ts'
import { PLM } from '../../event.ts'
import { skuCount, skuId } from '../../graph/styles/sku.ts'
import { type Style, styleId } from '../../graph/styles/style.ts'
import { factoriesOf } from '../../graph/styles/style-links.ts'
import { below, between, type Hash, happens, hashAt } from '../../graph/values/hash.ts'
import { isReckonable } from '../faults/reckonable.ts'
import { factoryRef } from './factory.ts'
import type { SystemRecord } from './system-record.ts'

const DAY_MS = 86_400_000

/** Garments that a factory is still to make: of a SKU by its variant, or of a style, where `variant` is null. */
export type OpenOrder = {
  readonly place: number
  readonly factory: number
  readonly variant: number | null
  readonly units: number
}

/** Whether a style is made now or soon: only of such is anything required. */
export const isActive = ({ state }: Style): boolean => state === 'adopted' || state === 'production'

/**
 * The open production of a style: one order a factory, of one factory in eight some SKUs in orders of their own. None
 * of a style whose BOM has a line in another dimension than its material: nobody could say what such an order takes.
 */
export function openOrders(brand: Brand, style: Style): OpenOrder[] {
  if (!isActive(style) || !isReckonable(brand, style)) return []
  return factoriesOf(brand, style).flatMap((factory, item) => {
    const hash = hashAt(hashAt(brand.roots.requirement, style.index), item)
    const variants = happens(hash, 'bySku', 125) ? someVariants(style, hash) : [null]
    return variants.map((variant, place) => {
      const lots = variant === null ? between(hash, 'lots', 2, 60) : between(hash, 'lots', 1, 8, place)
      return { place, factory, variant, units: 50 * lots }
    })
  })
}

/** Two to six SKUs at even distances. */
function someVariants(style: Style, hash: Hash): number[] {
  const count = skuCount(style)
  const wanted = Math.min(count, between(hash, 'skus', 2, 6))
  const step = Math.trunc(count / wanted)
  return Array.from({ length: wanted }, (_, place) => (below(hash, 'firstSku', step) + place * step) % count)
}

/** The ERP's production orders of a style. */
export function requirementRecords(brand: Brand, style: Style): SystemRecord<'requirement'>[] {
  return openOrders(brand, style).map(({ factory, variant, units, place }) => {
    const hash = hashAt(hashAt(hashAt(brand.roots.requirement, style.index), factory), place)
    const product =
      variant === null
        ? { style: { ...PLM, recordId: styleId(style.index) } }
        : { sku: { ...PLM, recordId: skuId(style, variant) } }
    return {
      kind: 'requirement',
      system: 'erp',
      subject: `PO-${style.index + 1}-${factory + 1}-${place + 1}`,
      changedAt: brand.clock - 1000 * between(hash, 'changedAt', 60, 20 * 86_400),
      data: {
        ...product,
        factory: factoryRef(factory),
        units,
        dueAt: new Date(brand.clock + DAY_MS * between(hash, 'due', 5, 90)).toISOString(),
      },
    }
  })
}
