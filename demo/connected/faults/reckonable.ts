import type { BomLine } from '../../bom/lines/bom-line.ts'
import { bomAt } from '../../bom/style-bom.ts'
import type { Brand } from '../../brand.ts'
import { materialKind } from '../../graph/materials/material.ts'
import type { Style } from '../../graph/styles/style.ts'
import { ONE } from '../../graph/values/decimal.ts'

/** A yard has 0.9144 m; no other unit of the demo's BOMs has a factor to another. */
const YARD = 9_144

/** What a unit of a line is in 10^-4 of its material's base unit; null in another dimension. */
export function factorOf(brand: Brand, { uom, material }: BomLine): number | null {
  const { baseUom } = materialKind(brand, material)
  if (uom === baseUom) return ONE
  return uom === 'YRD' && baseUom === 'MTR' ? YARD : null
}

/** Whether what a style takes can be reckoned in the units of its materials, in the newest publication. */
export function isReckonable(brand: Brand, style: Style): boolean {
  const { lines } = bomAt(brand, style, brand.profile.snapshots)
  return lines.every((line) => factorOf(brand, line) !== null)
}
