import { choose, oneOf, weights } from '../../graph/values/choose.ts'
import { hashAt } from '../../graph/values/hash.ts'
import { staples } from '../../graph/values/ranges.ts'
import { sourcesOf } from '../../sources.ts'
import { hasFreshKey, isLastOfKey } from '../ledger/fallback-keys.ts'
import type { BomLine } from '../lines/bom-line.ts'
import { trimLine } from '../lines/trim-line.ts'
import type { Touch } from '../style-bom.ts'
import { otherArticle, otherMaterial, otherSource, otherWastage } from './edit-terms.ts'
import { inKilograms, inYards, isMeasured, isReadInMetres, otherYields } from './edit-yields.ts'

export type EditKind =
  | 'yield_up'
  | 'yield_down'
  | 'wastage'
  | 'supplier'
  | 'mpn'
  | 'uom'
  | 'uom_other_dimension'
  | 'add'
  | 'remove'
  | 'swap'

/**
 * The edit of one line. `before` is null for an added line, `after` for a removed one. `sizes` is null for all sizes.
 */
export type Edit = {
  readonly kind: EditKind
  readonly before: BomLine | null
  readonly after: BomLine | null
  readonly sizes: readonly number[] | null
}

const kinds = weights<EditKind>([
  ['yield_up', 250],
  ['yield_down', 220],
  ['wastage', 100],
  ['supplier', 120],
  ['mpn', 60],
  ['uom', 24],
  ['uom_other_dimension', 6],
  ['add', 80],
  ['remove', 60],
  ['swap', 80],
])

/** Edits one line of a BOM. Null if no line fits the kind of edit that was drawn. */
export function applyEdit(touch: Touch, earlier: readonly Edit[], item: number): Edit | null {
  const kind = choose(kinds, touch.hash, 'kind', item)
  if (kind === 'add') return addition(touch, earlier, item)
  const taken = new Set(earlier.map(({ before }) => before?.serial))
  const lines = touch.before.filter((line) => !taken.has(line.serial) && suits(kind, line, touch))
  if (lines.length === 0) return null
  const before = oneOf(lines, touch.hash, 'line', item)
  return edit(kind, before, { touch, earlier, item })
}

const isStaple = ({ material }: BomLine) => material < staples.length

function suits(kind: EditKind, line: BomLine, touch: Touch): boolean {
  if (kind === 'yield_up' || kind === 'yield_down') return isMeasured(line)
  if (kind === 'uom' || kind === 'uom_other_dimension') return isReadInMetres(touch.brand, line)
  if (kind === 'wastage') return line.section !== 'label'
  if (kind === 'supplier') return sourcesOf(touch.brand, line.material).length > 1
  if (kind === 'mpn') return true
  return !isStaple(line) && (kind === 'swap' || !line.isPrimary) && isLastOfKey(line, touch)
}

type Place = { readonly touch: Touch; readonly earlier: readonly Edit[]; readonly item: number }

function edit(kind: EditKind, before: BomLine, { touch, earlier, item }: Place): Edit | null {
  const { brand } = touch
  const hash = hashAt(touch.hash, item)
  const changed = (fields: Partial<BomLine>, sizes: readonly number[] | null = null): Edit => {
    return { kind, before, after: { ...before, ...fields }, sizes }
  }
  if (kind === 'yield_up' || kind === 'yield_down') {
    const { yields, sizes } = otherYields(before, kind, hash)
    return changed({ yields }, sizes)
  }
  if (kind === 'uom') return changed(inYards(before))
  if (kind === 'uom_other_dimension') return changed(inKilograms(before))
  if (kind === 'wastage') return changed({ wastage: otherWastage(before, hash) })
  if (kind === 'supplier') return changed(otherSource(brand, before, hash))
  if (kind === 'mpn') return changed({ mpn: otherArticle(before, hash) })
  if (kind === 'remove') return { kind, before, after: null, sizes: null }
  const swapped = otherMaterial(brand, before, hash)
  if (swapped === null || !hasFreshKey({ ...before, ...swapped }, touch, earlier)) return null
  return changed(swapped)
}

/** The number of attempts to draw a line with a placement that no other line has. */
const DRAWS = 8

/** Adds a line at the end, with a number that no line of the style ever had. */
function addition(touch: Touch, earlier: readonly Edit[], item: number): Edit | null {
  const { brand, style, publication } = touch
  const hash = hashAt(touch.hash, item)
  const place = { serial: `${publication}.${item + 1}`, lineNumber: 1_000 + publication * 10 + item }
  for (let drawn = 0; drawn < DRAWS; drawn += 1) {
    const after = { ...trimLine(brand, style, hash, drawn), ...place }
    if (hasFreshKey(after, touch, earlier)) return { kind: 'add', before: null, after, sizes: null }
  }
  return null
}
