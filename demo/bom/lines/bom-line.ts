import type { Brand } from '../../brand.ts'
import { sourceArticle } from '../../graph/materials/material-links.ts'
import type { Style } from '../../graph/styles/style.ts'
import { at } from '../../graph/values/choose.ts'
import { ONE } from '../../graph/values/decimal.ts'
import type { MaterialType } from '../../graph/values/ranges.ts'
import { sourcesOf } from '../../sources.ts'

/**
 * A line of a style's BOM. `serial` names it for ever; `material` and `supplier` are indexes; `yields` are by size, in
 * 10^-4 units of the authoritative side, sent with so many `decimals` (null: as few as it takes); `wastage` is in
 * hundredths of a percent; `colorways` are the indexes of those that it is for, null for all.
 */
export type BomLine = {
  readonly serial: string
  readonly lineNumber: number
  readonly section: MaterialType
  readonly placement: string
  readonly material: number
  readonly supplier: number
  readonly mpn: string | null
  readonly uom: string
  readonly yieldPerUnits: 1 | 12
  readonly yields: readonly number[]
  readonly decimals: 3 | null
  readonly wastage: number
  readonly isPrimary: boolean
  readonly colorways: readonly number[] | null
  readonly color: 'none' | 'black' | 'dyed_to_match'
}

/** A material with its nominated source, as a new line takes it. */
export function nominated(brand: Brand, material: number): Pick<BomLine, 'material' | 'supplier' | 'mpn'> {
  return { material, supplier: at(sourcesOf(brand, material), 0), mpn: sourceArticle(brand, material, 0) }
}

/** How far each size is from the one that patterns are graded from. */
function distances({ sizeRange }: Style): number[] {
  const sample = sizeRange.sizes.indexOf(sizeRange.sampleSize)
  return sizeRange.sizes.map((_, size) => size - sample)
}

/**
 * Ways in which a yield, in 10^-4 units, follows the size: cloth by 3.5 % a size, lengths by 2 cm, the rest not at all.
 */
export const grade = {
  cloth: (style: Style, base: number) =>
    distances(style).map((distance) => Math.trunc((base * (1000 + 35 * distance)) / 1000)),
  length: (style: Style, base: number) => distances(style).map((distance) => base + (distance * ONE) / 50),
  constant: (style: Style, base: number) => distances(style).map(() => base),
}
