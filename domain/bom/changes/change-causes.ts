import type { CauseSide, ChangeCause } from '../../../schemas/bom/change-causes.ts'
import { comparedFields } from '../../../schemas/bom/yields.ts'
import type { StoredLine } from '../../../schemas/stored/bom.ts'
import { absolute, compare, type Quantity, quantity } from '../../quantities/quantity.ts'
import { compareText } from '../../text/compare-text.ts'
import { GrossSum, grossInBase } from '../gross-of-rows.ts'
import { Largest } from '../largest.ts'
import { nameOfMaterial, nameOfSupplier, supplierIdOf } from '../names-of-line.ts'
import { type Cause, type ChangesOfOneStyle, causesOfStyle, compareCauses } from './causes-of-style.ts'
import type { RowChange } from './changes-of-style.ts'
import type { ComparedField } from './compare-groups.ts'

type Percentages = { lowest: string; highest: string; size: Quantity }
interface Ranked {
  cause: Cause
  percentages: Percentages | null
  sharedSkuIds: ReadonlySet<string>
}

/** A cause as the API shows it, without its effect on cost. */
export type ShownCause = Omit<ChangeCause, 'costEffect' | 'unpriced'>

/**
 * Collects the `top` causes of the changes between two snapshots, by the largest absolute `grossPercent` of their rows,
 * then by number of rows, style, and line. Causes without a percentage come last.
 */
export class ChangeCauses {
  readonly #largest: Largest<Ranked>
  #size = 0

  constructor(top: number) {
    this.#largest = new Largest(top, compareRanked)
  }

  /** The number of all causes. */
  get size(): number {
    return this.#size
  }

  addStyle(style: ChangesOfOneStyle): void {
    for (const cause of causesOfStyle(style)) {
      this.#size += 1
      this.#largest.add({ cause, percentages: percentagesOf(cause.changes), sharedSkuIds: style.sharedSkuIds })
    }
  }

  /** Returns the collected causes in order, each with its rows and the SKUs of its style that are in both snapshots. */
  list(): { shown: ShownCause; changes: readonly RowChange[]; sharedSkuIds: ReadonlySet<string> }[] {
    return this.#largest.list().map(({ cause, percentages, sharedSkuIds }) => {
      return { shown: shownCause(cause, percentages), changes: cause.changes, sharedSkuIds }
    })
  }
}

function percentagesOf(changes: readonly RowChange[]): Percentages | null {
  const texts = new Set(changes.flatMap(({ delta }) => delta?.grossPercent ?? []))
  const inOrder = [...texts].map((text) => ({ text, value: quantity(text) })).sort((a, b) => compare(a.value, b.value))
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  if (!first || !last) return null
  const [a, b] = [absolute(first.value), absolute(last.value)]
  return { lowest: first.text, highest: last.text, size: compare(a, b) > 0 ? a : b }
}

function compareRanked(a: Ranked, b: Ranked): number {
  const [x, y] = [a.percentages, b.percentages]
  const bySize = x && y ? compare(y.size, x.size) : Number(x === null) - Number(y === null)
  const [one, other] = [styleOf(a.cause), styleOf(b.cause)]
  return (
    bySize ||
    b.cause.changes.length - a.cause.changes.length ||
    compareText(one.style, other.style) ||
    compareText(one.styleId, other.styleId) ||
    compareCauses(a.cause, b.cause)
  )
}

/** The style as in the later snapshot that contains it. */
function styleOf({ changes }: Cause) {
  const later = changes.find(({ after }) => after !== null) ?? changes[0]
  const { style = '', styleId = '' } = later?.row.sku ?? {}
  return { style, styleId }
}

function shownCause(cause: Cause, percentages: Percentages | null): ShownCause {
  const { kind, changes, before, after } = cause
  const line = after ?? before
  return {
    cause: kind,
    ...styleOf(cause),
    section: line?.section ?? null,
    placement: line?.placement ?? null,
    changedFields: changedFieldsOf(changes),
    skus: new Set(changes.map(({ row }) => row.sku.skuId)).size,
    rows: changes.length,
    grossPercent: percentages && { min: percentages.lowest, max: percentages.highest },
    before:
      before &&
      sideOf(
        before,
        changes.flatMap((change) => change.before ?? []),
      ),
    after:
      after &&
      sideOf(
        after,
        changes.flatMap((change) => change.after ?? []),
      ),
  }
}

/** In the order of `comparedFields`. */
function changedFieldsOf(changes: readonly RowChange[]): ComparedField[] {
  const all = new Set(changes.flatMap(({ changedFields }) => changedFields))
  return comparedFields.filter((field) => all.has(field))
}

function sideOf(line: StoredLine, rows: readonly RowChange['row'][]): CauseSide {
  const gross = new GrossSum()
  for (const { group } of rows) gross.add(grossInBase(group), 1)
  return {
    materialId: line.materialId,
    material: line.material,
    materialLabel: nameOfMaterial(line).label,
    supplier: supplierIdOf(line) === null ? null : nameOfSupplier(line).label,
    gross: gross.shown(),
  }
}
