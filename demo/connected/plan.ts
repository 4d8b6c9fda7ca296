import { type Quantity, ratio } from '../../domain/quantities/quantity.ts'
import { bomAt } from '../bom/style-bom.ts'
import type { Brand } from '../brand.ts'
import { styleAt } from '../graph/styles/style.ts'
import { factoriesOf } from '../graph/styles/style-links.ts'
import { ONE } from '../graph/values/decimal.ts'
import { type Hash, hashAt } from '../graph/values/hash.ts'
import { addDemand, demandOf } from './demand.ts'
import { isActive } from './systems/requirement.ts'

/**
 * A material at a factory that makes an active style of it, by indexes. `required` is what its open orders take, in
 * 10^-4 base units, half up; null where no order that can be reckoned takes it.
 */
export type Pair = {
  readonly factory: number
  readonly material: number
  readonly hash: Hash
  readonly required: number | null
}

/**
 * What connected data is computed from: the pairs, by factory and material, and which pairs any style has used,
 * whatever its state, as `factory/material`. A function of the brand alone.
 */
export type Plan = { readonly brand: Brand; readonly pairs: readonly Pair[]; readonly used: ReadonlySet<string> }

/** Reckons the plan of a brand from the newest publication of each style. */
export function planOf(brand: Brand): Plan {
  const used = new Set<string>()
  const active = new Map<string, Pick<Pair, 'factory' | 'material'>>()
  const sums = new Map<string, Quantity>()
  for (let index = 0; index < brand.profile.styles; index += 1) {
    const style = styleAt(brand, index)
    const bom = bomAt(brand, style, brand.profile.snapshots)
    const materials = new Set(bom.lines.map(({ material }) => material))
    for (const factory of factoriesOf(brand, style)) {
      for (const material of materials) {
        used.add(`${factory}/${material}`)
        if (isActive(style)) active.set(`${factory}/${material}`, { factory, material })
      }
    }
    for (const demand of demandOf(brand, bom)) addDemand(sums, demand)
  }
  const pairs = [...active].map(([key, pair]): Pair => {
    return { ...pair, hash: pairHash(brand, pair), required: unitsOf(sums.get(key)) }
  })
  return { brand, used, pairs: pairs.sort((a, b) => a.factory - b.factory || a.material - b.material) }
}

/** The hash of what all systems say about a material at a factory. */
export function pairHash(brand: Brand, { factory, material }: Pick<Pair, 'factory' | 'material'>): Hash {
  return hashAt(hashAt(brand.roots.position, factory), material)
}

function unitsOf(amount: Quantity | undefined): number | null {
  if (amount === undefined) return null
  const { numerator, denominator } = ratio(amount.numerator * BigInt(ONE), amount.denominator)
  return Number((2n * numerator + denominator) / (2n * denominator))
}
