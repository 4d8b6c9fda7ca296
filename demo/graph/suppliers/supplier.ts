import type { Brand } from '../../brand.ts'
import { changedWithin, type DemoRecord, PLM } from '../../event.ts'
import { choose, oneOf, weights } from '../values/choose.ts'
import { below, draw, type Hash, happens, hashAt } from '../values/hash.ts'
import { rangeAt, type SupplierRole } from '../values/ranges.ts'
import { invented, inventedAt, withOddNames } from '../values/words.ts'
import { countries, countryCurrency } from './countries.ts'

const businesses: Readonly<Record<SupplierRole, readonly string[]>> = {
  factory: ['Apparel', 'Garments', 'Sewing Works', 'Knitwear'],
  mill: ['Mills', 'Weaving', 'Textiles', 'Fabrics'],
  trim_supplier: ['Trims', 'Buttons', 'Fasteners', 'Narrow Weaving'],
  converter: ['Dyeing', 'Finishing', 'Printing'],
  packaging: ['Packaging', 'Paper', 'Cartons'],
  agent: ['Sourcing', 'Agency'],
  laundry: ['Laundry', 'Washing'],
}

const states = weights([
  ['approved', 88],
  ['onboarding', 4],
  ['prospect', 3],
  ['suspended', 3],
  ['inactive', 2],
] as const)

const tiers: Readonly<Record<SupplierRole, readonly number[]>> = {
  factory: [1],
  mill: [2, 2, 2, 3, 4],
  trim_supplier: [2],
  converter: [3],
  packaging: [2],
  agent: [1],
  laundry: [1],
}

const hashOf = (brand: Brand, index: number): Hash => hashAt(brand.roots.supplier, index)

/** The supplier's id in the PLM. */
export const supplierId = (index: number): string => `V-${index + 1}`

/** ISO 3166-1 alpha-2 code of a supplier, which is also the origin of what it is the nominated source of. */
export function supplierCountry(brand: Brand, index: number): string {
  const isFactory = rangeAt(brand.supplierRanges, index) === 'factory'
  return choose(isFactory ? countries.factories : countries.mills, hashOf(brand, index), 'country')
}

/** ISO 4217 code of the supplier's prices. */
export function supplierCurrency(brand: Brand, index: number): string {
  return countryCurrency(supplierCountry(brand, index))
}

/** The supplier with this index, from 0. */
export function supplierAt(brand: Brand, index: number): DemoRecord<'supplier'> {
  const hash = hashOf(brand, index)
  const role = rangeAt(brand.supplierRanges, index)
  const countryCode = supplierCountry(brand, index)
  const name = `${inventedAt(index, below(brand.roots.supplier, 'names', 9_600))} ${oneOf(businesses[role], hash, 'business')}`
  const supplierCode = `SUP-${index + 1}`
  return {
    kind: 'supplier',
    subject: supplierId(index),
    changedAt: changedWithin(brand, hash, 900),
    data: {
      supplierCode,
      name: withOddNames(name, index, 7),
      legalName: `${name} ${oneOf(['Ltd', 'Co.', 'Holding', 'Group'], hash, 'legal')}`,
      roles: role === 'mill' && happens(hash, 'converts', 150) ? [role, 'converter'] : [role],
      tier: oneOf(tiers[role], hash, 'tier'),
      countryCode,
      city: invented(draw(hash, 'city')),
      currency: countryCurrency(countryCode),
      lifecycleState: isLeading(brand, index, role) ? 'approved' : choose(states, hash, 'state'),
      references: [
        { ...PLM, kind: 'supplier_code', value: supplierCode },
        { system: 'erp', instance: 'main', kind: 'supplier_code', value: `${100_000 + index}` },
        ...(role === 'factory' ? [facilityReference(index)] : []),
      ],
    },
  }
}

/** The first three of a role carry half of its trade, so that another state would look like a mistake. */
function isLeading(brand: Brand, index: number, role: SupplierRole): boolean {
  return index < brand.supplierRanges[role].start + 3
}

function facilityReference(index: number) {
  const value = `FA-${`${index + 1}`.padStart(3, '0')}`
  return { system: 'facility_registry', instance: 'main', kind: 'facility_id', value }
}
