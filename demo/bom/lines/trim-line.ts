import type { Brand } from '../../brand.ts'
import { materialKind } from '../../graph/materials/material.ts'
import type { Style } from '../../graph/styles/style.ts'
import { choose, weights } from '../../graph/values/choose.ts'
import { ONE } from '../../graph/values/decimal.ts'
import { below, between, type Hash, happens } from '../../graph/values/hash.ts'
import type { MaterialType } from '../../graph/values/ranges.ts'
import { type BomLine, grade, nominated } from './bom-line.ts'
import { placementIn } from './recipes.ts'
import { usedMaterial } from './reuse.ts'

const sections = weights<MaterialType>([
  ['trim', 62],
  ['interlining', 10],
  ['label', 8],
  ['thread', 8],
  ['packaging', 6],
  ['artwork', 4],
  ['leather', 2],
])

const colors = weights<BomLine['color']>([
  ['dyed_to_match', 45],
  ['black', 30],
  ['none', 25],
])

/** A line of anything but cloth, without a place in its BOM yet; `item` draws another one of the same hash. */
export function trimLine(brand: Brand, style: Style, hash: Hash, item = 0): BomLine {
  const wanted = choose(sections, hash, 'section', item)
  const section = brand.materialRanges[wanted].size === 0 ? 'label' : wanted
  const material = usedMaterial(brand, section, [hash, item], () => true) ?? 0
  const { noun, baseUom } = materialKind(brand, material)
  return {
    serial: '',
    lineNumber: 0,
    decimals: null,
    isPrimary: false,
    yieldPerUnits: 1,
    ...nominated(brand, material),
    section,
    placement: placementIn(section, below(hash, 'placement', 24, item)),
    uom: baseUom,
    yields: yieldsOf(style, section, { noun, baseUom, hash }),
    wastage: section === 'label' ? 200 : 100 + 50 * between(hash, 'wastage', 0, 4, item),
    colorways: happens(hash, 'forSomeColors', 80, item) ? someColorways(style, hash) : null,
    color: section === 'label' || section === 'packaging' ? 'none' : choose(colors, hash, 'color', item),
  }
}

type Goods = { readonly noun: string; readonly baseUom: string; readonly hash: Hash }

function yieldsOf(style: Style, section: MaterialType, { noun, baseUom, hash }: Goods): number[] {
  if (section === 'thread') return grade.constant(style, between(hash, 'metres', 10, 60) * ONE)
  if (section === 'interlining') return grade.cloth(style, between(hash, 'length', 500, 3_000))
  if (section === 'leather') return grade.constant(style, between(hash, 'area', 20, 120))
  if (baseUom === 'MTR') return grade.length(style, between(hash, 'length', 30, 120) * (ONE / 100))
  const isCounted = /Button|Rivet|Eyelet|Snap/.test(noun)
  return grade.constant(style, ONE * (isCounted ? between(hash, 'pieces', 2, 9) : 1 + below(hash, 'pieces', 2)))
}

/** Some colorways of a style, by index: at least one, and not all unless there is but one. */
function someColorways({ colors: count }: Style, hash: Hash): readonly number[] | null {
  if (count === 1) return null
  const some = Array.from({ length: count }, (_, color) => color).filter((color) =>
    happens(hash, 'inColor', 500, color),
  )
  return some.length > 0 && some.length < count ? some : [below(hash, 'onlyColor', count)]
}
