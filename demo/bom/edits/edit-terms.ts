import type { Brand } from '../../brand.ts'
import { materialKind } from '../../graph/materials/material.ts'
import { sourceArticle } from '../../graph/materials/material-links.ts'
import { at } from '../../graph/values/choose.ts'
import { below, between, type Hash, happens } from '../../graph/values/hash.ts'
import { sourcesOf } from '../../sources.ts'
import { type BomLine, nominated } from '../lines/bom-line.ts'
import { usedMaterial } from '../lines/reuse.ts'

/** Half a percent to two percent more or less, but never below half a percent; in hundredths. */
export function otherWastage({ wastage }: BomLine, hash: Hash): number {
  const difference = 50 * between(hash, 'difference', 1, 4)
  return happens(hash, 'less', 450) && wastage - difference >= 50 ? wastage - difference : wastage + difference
}

/** Another source of the same material, with its article number. */
export function otherSource(brand: Brand, { material, supplier }: BomLine, hash: Hash): Partial<BomLine> {
  const sources = sourcesOf(brand, material)
  const others = sources.filter((source) => source !== supplier)
  const chosen = at(others, below(hash, 'source', others.length))
  return { supplier: chosen, mpn: sourceArticle(brand, material, sources.indexOf(chosen)) }
}

/** The number of a successor, of six digits, where the first ones have at most five. */
export function otherArticle({ mpn }: BomLine, hash: Hash): string {
  const letters = mpn?.slice(0, 2) ?? 'NW'
  const number = between(hash, 'article', 100_000, 899_999)
  const drawn = `${letters}-${number}`
  return drawn === mpn ? `${letters}-${number + 100_000}` : drawn
}

/** Another material of the same type and unit, from its nominated source; null where there is none. */
export function otherMaterial(
  brand: Brand,
  { material, section }: BomLine,
  hash: Hash,
): Pick<BomLine, 'material' | 'supplier' | 'mpn'> | null {
  const { baseUom } = materialKind(brand, material)
  const fits = (other: number) => other !== material && materialKind(brand, other).baseUom === baseUom
  const drawn = usedMaterial(brand, section, [hash, 0], fits)
  return drawn === null ? null : nominated(brand, drawn)
}
