import type { Brand } from '../../brand.ts'
import type { Style } from '../../graph/styles/style.ts'
import { at, choose, weights } from '../../graph/values/choose.ts'
import { ONE } from '../../graph/values/decimal.ts'
import { between, type Hash, happens, hashAt } from '../../graph/values/hash.ts'
import { staples } from '../../graph/values/ranges.ts'
import { type BomLine, grade, nominated } from './bom-line.ts'
import { mannerOf } from './manner.ts'
import { placementIn, type Recipe, recipeOf } from './recipes.ts'
import { measuredIn, usedMaterial } from './reuse.ts'
import { trimLine } from './trim-line.ts'

/** The BOM that a style has in the first publication: cloth, trims, and what every garment needs. */
export function baseLines(brand: Brand, style: Style): BomLine[] {
  const recipe = recipeOf(style)
  const cloths = between(style.hash, 'cloths', ...recipe.cloths)
  const trims = between(style.hash, 'trims', ...recipe.trims)
  const main = mainLine(brand, style, recipe)
  const placed = { brand, style, recipe, main }
  return [
    main,
    ...Array.from({ length: cloths - 1 }, (_, item) => secondaryLine(placed, item + 1)),
    ...Array.from({ length: trims }, (_, item) => trimAt(brand, style, cloths + item)),
    ...staples.map((_, item) => stapleLine(brand, style, item)),
  ].map((line, place) => ({ ...line, serial: `${place + 1}`, lineNumber: (place + 1) * 10 }))
}

/** Where lines have no ids, one in six repeats the line before it, as tables without keys do. */
function trimAt(brand: Brand, style: Style, place: number): BomLine {
  const isRepeat = !mannerOf(style).hasLineRefs && happens(style.hash, 'repeatsLine', 160, place)
  return trimLine(brand, style, baseHash(style, isRepeat ? place - 1 : place))
}

const baseHash = ({ hash }: Style, place: number): Hash => hashAt(hash, place)

const unplaced = { serial: '', lineNumber: 0, decimals: null, isPrimary: false, colorways: null } as const

/** 3.0 to 9.0 percent of cloth is lost. */
const clothWastage = (hash: Hash) => 300 + 50 * between(hash, 'wastage', 0, 12)

/** Sweaters are quoted by the dozen. */
const perUnits = ({ main }: Recipe, uom: string): 1 | 12 => (main.type === 'yarn' && uom === 'KGM' ? 12 : 1)

function mainLine(brand: Brand, style: Style, recipe: Recipe): BomLine {
  const { type, uom, base } = recipe.main
  const hash = baseHash(style, 0)
  const material = usedMaterial(brand, type, [hash, 0], measuredIn(brand, uom)) ?? brand.materialRanges[type].start
  const yieldPerUnits = perUnits(recipe, uom)
  return {
    ...unplaced,
    ...nominated(brand, material),
    section: type,
    placement: placementIn(type, 0),
    uom,
    yieldPerUnits,
    color: 'dyed_to_match',
    isPrimary: true,
    yields: grade.cloth(style, Math.trunc((base * yieldPerUnits * between(hash, 'cut', 920, 1080)) / 1000)),
    wastage: clothWastage(hash),
  }
}

type Placed = {
  readonly brand: Brand
  readonly style: Style
  readonly recipe: Recipe
  readonly main: BomLine
}

/** More cloth, a twentieth to a third of the main one's; one line in five is the main one again, in another place. */
function secondaryLine({ brand, style, recipe, main }: Placed, place: number): BomLine {
  const hash = baseHash(style, place)
  const isSame = happens(hash, 'repeatsMain', 220)
  const isLining = !isSame && recipe.isLined && happens(hash, 'lines', 350)
  const section = isLining ? 'lining' : main.section
  const uom = isLining ? 'MTR' : main.uom
  const drawn = isSame ? null : usedMaterial(brand, section, [hash, 0], measuredIn(brand, uom))
  const yieldPerUnits = perUnits(recipe, uom)
  const share = between(hash, 'share', 50, 350)
  return {
    ...unplaced,
    ...nominated(brand, drawn ?? main.material),
    section,
    placement: placementIn(section, isLining ? place - 1 : place),
    uom,
    yieldPerUnits,
    color: isLining ? 'black' : 'dyed_to_match',
    yields: grade.cloth(style, Math.trunc((recipe.main.base * yieldPerUnits * share) / 1000)),
    wastage: clothWastage(hash),
  }
}

const perCarton = weights([
  [12, 40],
  [24, 40],
  [36, 20],
])

function stapleLine(brand: Brand, style: Style, item: number): BomLine {
  const [name, section] = at(staples, item)
  return {
    ...unplaced,
    ...nominated(brand, item),
    section,
    placement: name.toLowerCase(),
    yieldPerUnits: 1,
    color: section === 'thread' ? 'dyed_to_match' : 'none',
    uom: section === 'thread' ? 'MTR' : 'EA',
    yields: grade.constant(style, stapleYield(style, name)),
    wastage: section === 'label' ? 200 : 100,
  }
}

/** A garment takes one of each; some metres of thread, and its share of a carton. */
function stapleYield({ hash }: Style, name: (typeof staples)[number][0]): number {
  if (name === 'Sewing thread') return between(hash, 'thread', 80, 260) * ONE
  if (name === 'Carton') return Math.trunc(ONE / choose(perCarton, hash, 'perCarton'))
  return ONE
}
