import type { Brand } from './brand.ts'
import { at, choose, distinctRanks, weights } from './graph/values/choose.ts'
import { type Hash, hashAt } from './graph/values/hash.ts'
import { type MaterialType, rangeAt, type SupplierRole, staples } from './graph/values/ranges.ts'

const sellers: Readonly<Record<MaterialType, SupplierRole>> = {
  fabric: 'mill',
  lining: 'mill',
  interlining: 'mill',
  yarn: 'mill',
  trim: 'trim_supplier',
  label: 'trim_supplier',
  thread: 'trim_supplier',
  packaging: 'packaging',
  artwork: 'converter',
  leather: 'converter',
}

const sourceCounts = weights([
  [1, 50],
  [2, 30],
  [3, 15],
  [4, 3],
  [6, 1],
  [8, 1],
])

export const materialHash = (brand: Brand, index: number): Hash => hashAt(brand.roots.material, index)

/** The type of a material: of a staple its own, else by its range. */
export function materialType(brand: Brand, index: number): MaterialType {
  return index < staples.length ? at(staples, index)[1] : rangeAt(brand.materialRanges, index)
}

/**
 * The suppliers of a material, by index: 1 to 8 different ones of the role that sells its type, the nominated first.
 */
export function sourcesOf(brand: Brand, index: number): number[] {
  const hash = materialHash(brand, index)
  const role = sellers[materialType(brand, index)]
  const ranks = distinctRanks(brand.supplierRanks[role], choose(sourceCounts, hash, 'sources'), hash, 'source')
  return ranks.map((rank) => brand.supplierRanges[role].start + rank)
}
