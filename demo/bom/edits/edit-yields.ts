import type { Brand } from '../../brand.ts'
import { materialKind } from '../../graph/materials/material.ts'
import { ONE } from '../../graph/values/decimal.ts'
import { between, type Hash, happens } from '../../graph/values/hash.ts'
import type { BomLine } from '../lines/bom-line.ts'
import { KNIT_PER_METRE } from '../lines/recipes.ts'

/**
 * Smaller yields are not edited: below a tenth of a unit, an edit of 6 % is within half a unit of the second decimal
 * place, the largest difference that a comparison treats as equal.
 */
const LEAST = ONE / 10

const isLarge = ({ yields }: BomLine) => yields.every((units) => units >= LEAST)

/** Whether a line's yields come from a marker or a scale, and so may be corrected. */
export const isMeasured = (line: BomLine): boolean => ['MTR', 'YRD', 'KGM'].includes(line.uom) && isLarge(line)

/** Whether a line is in meters, as its material is, and was not converted to yards yet. */
export function isReadInMetres(brand: Brand, line: BomLine): boolean {
  return line.uom === 'MTR' && isLarge(line) && materialKind(brand, line.material).baseUom === 'MTR'
}

/**
 * Changes yields by 6 to 15 %: of all sizes, or for one edit in five of a single size. That is the largest size if
 * yields increase, else the smallest, so that a larger size never has a smaller yield.
 */
export function otherYields(
  { yields, decimals }: BomLine,
  kind: 'yield_up' | 'yield_down',
  hash: Hash,
): { yields: number[]; sizes: readonly number[] | null } {
  const percent = between(hash, 'percent', 6, 15)
  const isUp = kind === 'yield_up'
  const sizes = yields.length > 1 && happens(hash, 'oneSize', 200) ? [isUp ? yields.length - 1 : 0] : null
  const step = decimals === null ? 1 : 10
  const edited = yields.map((units, size) => {
    if (sizes !== null && !sizes.includes(size)) return units
    const difference = step * Math.trunc((units * percent) / (100 * step))
    return isUp ? units + difference : units - difference
  })
  return { yields: edited, sizes }
}

/** The same lengths in yards of 0.9144 m, rounded half up to three decimal places. */
export function inYards({ yields }: BomLine): Partial<BomLine> {
  const yards = yields.map((units) => 10 * Math.trunc((units * 1_000 + 4_572) / 9_144))
  return { uom: 'YRD', decimals: 3, yields: yards }
}

/** Weights instead of lengths. No factor converts one to the other. */
export function inKilograms({ yields }: BomLine): Partial<BomLine> {
  return { uom: 'KGM', yields: yields.map((units) => Math.trunc((units * KNIT_PER_METRE) / ONE)) }
}
