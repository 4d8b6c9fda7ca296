import type { z } from 'zod'
import type { CostEffect } from '../../../schemas/bom/cost-effect.ts'
import type { UnitOfMeasure } from '../../../schemas/common.ts'
import { add, divide, multiply, type Quantity, ratio, subtract } from '../../quantities/quantity.ts'
import { baseUnitOf } from '../../quantities/units.ts'
import { costOf, type Price } from '../../requirements/choose-offer.ts'
import { compareText } from '../../text/compare-text.ts'
import { amountsOfGroup, type RowGroup } from '../expand-rows.ts'
import { meanText } from '../gross-of-rows.ts'
import type { RowChange } from './changes-of-style.ts'

type Unit = z.infer<typeof UnitOfMeasure>

/**
 * Returns the price of a material for quantities of a dimension, given by its base unit. Returns null if the material
 * has no such price.
 */
export type PriceOf = (materialId: string, dimension: Unit) => Price | null

/** The effect of changed rows on the cost of one garment, and the number of these rows that have no price. */
export interface ShownEffects {
  costEffect: CostEffect[]
  unpriced: number
}

/**
 * The cost effect of one row on its garment, by currency. Null if the material before or after has no price. Rows of
 * the same groups share one object.
 */
type Effect = ReadonlyMap<string, Quantity> | null

interface Sum {
  byCurrency: Map<string, Quantity>
  unpriced: number
  garments: number
}

interface RowCounts {
  /** Number of rows by their effect. */
  rows: Map<Effect, number>
  skuIds: Set<string>
}

/**
 * Sums the cost effects of changes for one garment. For a style, this is the mean over its SKUs that are in both
 * snapshots. For a material, it is the mean over those of the SKUs with a row of the material. Both sides of a row use
 * the current price. If the material was replaced, each side uses the price of its own material.
 */
export class CostEffects {
  readonly #priceOf: PriceOf
  readonly #styles = new Map<string, Sum>()
  readonly #materials = new Map<string, Sum>()

  constructor(priceOf: PriceOf) {
    this.#priceOf = priceOf
  }

  /** Adds the changes of one style. `sharedSkuIds` are its SKUs that are in both snapshots. */
  addStyle(styleId: string, changes: readonly RowChange[], sharedSkuIds: ReadonlySet<string>): void {
    const effectOf = this.#remember()
    const ofStyle: RowCounts = { rows: new Map(), skuIds: new Set(sharedSkuIds) }
    const ofMaterials = new Map<string, RowCounts>()
    for (const change of changes) {
      const { skuId } = change.row.sku
      if (!sharedSkuIds.has(skuId)) continue
      const effect = effectOf(change)
      count(ofStyle, effect)
      for (const materialId of materialsIn(change)) {
        const counts = ofMaterials.get(materialId) ?? { rows: new Map(), skuIds: new Set() }
        ofMaterials.set(materialId, counts)
        counts.skuIds.add(skuId)
        count(counts, effect)
      }
    }
    addRows(this.#styles, styleId, ofStyle)
    for (const [materialId, counts] of ofMaterials) addRows(this.#materials, materialId, counts)
  }

  /** Returns the cost effect of a style's changes on one garment. */
  ofStyle(styleId: string): ShownEffects {
    return shownEffects(this.#styles.get(styleId))
  }

  /** Returns the cost effect, on one garment, of changed rows that use the material. */
  ofMaterial(materialId: string): ShownEffects {
    return shownEffects(this.#materials.get(materialId))
  }

  /** Returns the cost effect of one row on its garment. */
  ofRow(change: RowChange): ShownEffects {
    const sum: Sum = { byCurrency: new Map(), unpriced: 0, garments: 1 }
    addEffect(sum, this.#effectOf(change), 1)
    return shownEffects(sum)
  }

  /** Returns the cost effect of rows of one style on one garment, as a mean over those of their SKUs that are shared. */
  ofRows(changes: readonly RowChange[], sharedSkuIds: ReadonlySet<string>): ShownEffects {
    const effectOf = this.#remember()
    const counts: RowCounts = { rows: new Map(), skuIds: new Set() }
    for (const change of changes) {
      const { skuId } = change.row.sku
      if (!sharedSkuIds.has(skuId)) continue
      counts.skuIds.add(skuId)
      count(counts, effectOf(change))
    }
    const sums = new Map<string, Sum>()
    addRows(sums, '', counts)
    return shownEffects(sums.get(''))
  }

  /** Returns a function that computes the effect of each pair of groups once. */
  #remember(): (change: RowChange) => Effect {
    const known = new Map<RowGroup | null, Map<RowGroup | null, Effect>>()
    return (change) => {
      const [before, after] = [change.before?.group ?? null, change.after?.group ?? null]
      const ofBefore = known.get(before) ?? new Map<RowGroup | null, Effect>()
      known.set(before, ofBefore)
      const effect = ofBefore.get(after)
      if (effect !== undefined) return effect
      const made = this.#effectOf(change)
      ofBefore.set(after, made)
      return made
    }
  }

  #effectOf({ before, after }: RowChange): Effect {
    const effect = new Map<string, Quantity>()
    for (const [row, isLater] of [
      [before, false],
      [after, true],
    ] as const) {
      if (row === null) continue
      const cost = this.#costOf(row.group)
      if (cost === null) return null
      const known = effect.get(cost.currency) ?? ZERO
      effect.set(cost.currency, isLater ? add(known, cost.amount) : subtract(known, cost.amount))
    }
    return effect
  }

  #costOf(group: RowGroup): { amount: Quantity; currency: string } | null {
    const { materialId, uom } = group.line
    const price = this.#priceOf(materialId, baseUnitOf(uom))
    const amount = price && costOf(amountsOfGroup(group).perGarment.gross, uom, price)
    return price && amount && { amount, currency: price.currency }
  }
}

const ZERO = ratio(0n)

function materialsIn({ before, after }: RowChange): Set<string> {
  return new Set([before, after].flatMap((row) => (row ? [row.group.line.materialId] : [])))
}

function count({ rows }: RowCounts, effect: Effect): void {
  rows.set(effect, (rows.get(effect) ?? 0) + 1)
}

function addRows(sums: Map<string, Sum>, id: string, { rows, skuIds }: RowCounts): void {
  const sum = sums.get(id) ?? { byCurrency: new Map<string, Quantity>(), unpriced: 0, garments: 0 }
  sums.set(id, sum)
  sum.garments += skuIds.size
  for (const [effect, times] of rows) addEffect(sum, effect, times)
}

function addEffect(sum: Sum, effect: Effect, times: number): void {
  if (effect === null) sum.unpriced += times
  for (const [currency, amount] of effect ?? []) {
    const known = sum.byCurrency.get(currency) ?? ZERO
    sum.byCurrency.set(currency, add(known, multiply(amount, ratio(BigInt(times)))))
  }
}

function shownEffects(sum: Sum | undefined): ShownEffects {
  if (!sum) return { costEffect: [], unpriced: 0 }
  const inOrder = [...sum.byCurrency].sort(([a], [b]) => compareText(a, b))
  const garments = ratio(BigInt(sum.garments))
  const costEffect = inOrder.map(([currency, amount]) => ({ amount: meanText(divide(amount, garments)), currency }))
  return { costEffect, unpriced: sum.unpriced }
}
