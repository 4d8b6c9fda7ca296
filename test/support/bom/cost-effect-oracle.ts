import type { PriceBasis } from '../../../schemas/bom/material-requirements.ts'
import type { BomYieldChange, BomYieldRow } from '../../../schemas/bom/yields.ts'
import { idOf, type TestBom, type Unit } from './bom-model.ts'
import { factors } from './bom-oracle.ts'
import { meanOf, plus, type Ratio, rational, ratioOf, times } from './bom-ratios.ts'
import { chosenOffer, type OrderWorld } from './requirements-oracle.ts'

/** Two BOMs with the prices of their materials. */
export interface PricedComparison {
  from: TestBom
  to: TestBom
  /** Null if prices are left out. */
  world: Omit<OrderWorld, 'bom'> | null
  basis: PriceBasis
  /** The filter by SKU code. */
  sku?: string | undefined
}

export interface Effects {
  costEffect: { amount: string | null; currency: string }[] | null
  unpriced: number | null
}

const ZERO = rational(0n)

function costOf(row: BomYieldRow, world: Omit<OrderWorld, 'bom'>, basis: PriceBasis): [string, Ratio] | null {
  const uom = row.uom as Unit
  const dimension = factors[uom].base as Unit
  const { offer, uom: priceUom, state } = chosenOffer(world, row.materialId, basis, dimension)
  if (state !== 'priced' || !offer?.price || !priceUom) return null
  const inBase = times(times(ratioOf(row.grossYield), rational(1n, BigInt(row.yieldPerUnits))), factors[uom].factor)
  const { numerator, denominator } = factors[priceUom].factor
  return [offer.price.currency, times(times(inBase, rational(denominator, numerator)), ratioOf(offer.price.amount))]
}

/** The effect of a change on the cost of its garment, by currency; null if one side has no price. */
function effectOf({ before, after }: BomYieldChange, world: Omit<OrderWorld, 'bom'>, basis: PriceBasis) {
  const effect = new Map<string, Ratio>()
  for (const [row, sign] of [
    [before, -1n],
    [after, 1n],
  ] as const) {
    if (row === null) continue
    const cost = costOf(row, world, basis)
    if (cost === null) return null
    const [currency, amount] = cost
    const signed = times(amount, rational(sign))
    effect.set(currency, plus(effect.get(currency) ?? ZERO, signed))
  }
  return effect
}

function meanEffect(changes: readonly BomYieldChange[], garments: number, comparison: PricedComparison): Effects {
  const { world, basis } = comparison
  if (world === null || basis === 'none') return { costEffect: null, unpriced: null }
  const effects = changes.map((change) => effectOf(change, world, basis))
  const known = effects.filter((effect) => effect !== null)
  const currencies = [...new Set(known.flatMap((effect) => [...effect.keys()]))].sort()
  return {
    costEffect: currencies.map((currency) => {
      const sum = known.map((effect) => effect.get(currency) ?? ZERO).reduce(plus, ZERO)
      return { amount: meanOf(times(sum, rational(1n, BigInt(garments)))), currency }
    }),
    unpriced: effects.length - known.length,
  }
}

const idIn = ({ before, after }: BomYieldChange) => {
  const row = after ?? before
  if (!row) throw new Error('A change has a row')
  return { styleId: row.styleId, skuId: row.skuId, garment: `${row.styleId} ${row.skuId}` }
}

/** The garments that are in both BOMs and match the filter, as style and SKU. */
function sharedGarments({ from, to, world, sku }: PricedComparison): Set<string> {
  const organization = world?.organization ?? ''
  const listed = (bom: TestBom) =>
    new Map(
      bom.flatMap(({ record, skus }) =>
        skus.map((one) => [
          `${idOf(organization, 'style', record)} ${idOf(organization, 'sku', one.record)}`,
          one.code,
        ]),
      ),
    )
  const [before, after] = [listed(from), listed(to)]
  return new Set(
    [...before].flatMap(([garment, code]) =>
      after.has(garment) && (sku === undefined || [code, after.get(garment)].includes(sku)) ? [garment] : [],
    ),
  )
}

/** The expected effects of changes on cost, by brute force. */
export function expectedEffects(changes: readonly BomYieldChange[], comparison: PricedComparison) {
  const shared = sharedGarments(comparison)
  const counted = changes.filter((change) => shared.has(idIn(change).garment))
  return {
    ofStyle(id: string): Effects {
      const own = counted.filter((change) => idIn(change).styleId === id)
      return meanEffect(own, [...shared].filter((garment) => garment.startsWith(`${id} `)).length || 1, comparison)
    },
    ofMaterial(id: string): Effects {
      const own = counted.filter(({ before, after }) => [before?.materialId, after?.materialId].includes(id))
      return meanEffect(own, new Set(own.map((change) => idIn(change).garment)).size || 1, comparison)
    },
    ofRows(changes: readonly BomYieldChange[]): Effects {
      const own = changes.filter((change) => shared.has(idIn(change).garment))
      return meanEffect(own, new Set(own.map((change) => idIn(change).garment)).size || 1, comparison)
    },
    ofRow: (change: BomYieldChange): Effects => meanEffect([change], 1, comparison),
  }
}
