import type { Brand } from '../../brand.ts'
import { changedWithin, type DemoRecord } from '../../event.ts'
import { decimal, ONE } from '../values/decimal.ts'
import { below, between, happens, hashAt } from '../values/hash.ts'
import { linkRecord } from '../values/link.ts'
import { supplierId } from './supplier.ts'

/** OWNED_BY: one supplier in eight has an owner. The owner has the lower index, so that no circle forms. */
export function supplierLinks(brand: Brand, index: number): DemoRecord<'link'>[] {
  const hash = hashAt(brand.roots.supplier, index)
  if (index === 0 || !happens(hash, 'owned', 125)) return []
  return [
    linkRecord(changedWithin(brand, hash, 900), {
      type: 'OWNED_BY',
      from: { type: 'supplier', recordId: supplierId(index) },
      to: { type: 'supplier', recordId: supplierId(below(hash, 'owner', index)) },
      properties: { sharePercent: decimal(between(hash, 'ownedShare', 51, 100) * ONE) },
    }),
  ]
}
