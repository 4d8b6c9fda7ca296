import type {
  CostOfMaterial,
  MaterialRequirement,
  MaterialRequirements,
  PriceBasis,
  RequirementItem,
} from '../../schemas/bom/material-requirements.ts'
import { meanText } from '../bom/gross-of-rows.ts'
import { add, compare, divide, exactDecimal, type Quantity, ratio, subtract } from '../quantities/quantity.ts'
import { compareText } from '../text/compare-text.ts'
import { type ChosenOffer, chooseOffer, costOf, type OffersOfMaterial } from './choose-offer.ts'
import type { GrossOfMaterial } from './gross-by-material.ts'
import { type Stock, type StockOfMaterial, type StockPosition, stockOfMaterial } from './stock-of-material.ts'

/** The data from which requirements are computed, in addition to the BOM. */
export interface RequirementFacts {
  items: readonly RequirementItem[]
  /** Number of pieces of all items that were found. */
  pieces: number
  /** By material ID. Null if the request excludes prices. */
  offers: ReadonlyMap<string, OffersOfMaterial> | null
  priceBasis: PriceBasis
  /** By material ID. Null if the request excludes stock. */
  positions: ReadonlyMap<string, readonly StockPosition[]> | null
}

/** Requirements as the API shows them, and counts for its notices. */
export interface ShownRequirements
  extends Pick<MaterialRequirements, 'materials' | 'totals' | 'unpriced' | 'unconverted'> {
  /** Number of materials whose suppliers have prices in several currencies. */
  severalCurrencies: number
  /** Number of positions whose unit does not convert. */
  unconvertedPositions: number
  /** The datasets of the stock that counts. Null is the dataset of positions that state none. */
  stockDatasets: ReadonlySet<string | null>
}

interface Row {
  gross: GrossOfMaterial
  shown: MaterialRequirement
  chosen: ChosenOffer | null
  cost: Quantity | null
  stocked: StockOfMaterial | null
}

/** Returns each material with its cost and stock, and the totals. */
export function shownRequirements(gross: readonly GrossOfMaterial[], facts: RequirementFacts): ShownRequirements {
  const rows = gross.map((one) => rowOf(one, facts))
  const inState = (state: ChosenOffer['state']) => rows.filter(({ chosen }) => chosen?.state === state)
  const named = ({ shown: { materialId, material, uom } }: Row) => ({ materialId, material, uom })
  return {
    materials: rows.map(({ shown }) => shown),
    totals: totalsOf(rows, facts.pieces),
    unpriced: inState('unpriced').map(named),
    unconverted: inState('unconverted').map((row) => ({ ...named(row), priceUom: row.chosen?.priceUom ?? null })),
    severalCurrencies: rows.filter(({ chosen }) => chosen?.hasSeveralCurrencies).length,
    unconvertedPositions: rows.reduce((sum, row) => sum + (row.stocked?.unconverted ?? 0), 0),
    stockDatasets: new Set(rows.flatMap(({ stocked }) => [...(stocked?.datasetIds ?? [])])),
  }
}

function rowOf(gross: GrossOfMaterial, { items, pieces, offers, priceBasis, positions }: RequirementFacts): Row {
  const { materialId, name, uom, total, byItem } = gross
  const ofMaterial = offers && (offers.get(materialId) ?? { baseUom: null, offers: [] })
  const chosen = ofMaterial && chooseOffer(ofMaterial, priceBasis, uom)
  const cost = chosen?.price ? costOf(total, uom, chosen.price) : null
  const stocked = positions && stockOfMaterial(positions.get(materialId) ?? [], uom)
  const shown: MaterialRequirement = {
    materialId,
    material: name.key,
    label: name.label,
    uom,
    gross: exactDecimal(total),
    mean: meanText(divide(total, ratio(BigInt(pieces)))),
    byItem: [...byItem]
      .sort(([a], [b]) => a - b)
      .map(([item, amount]) => ({ item, code: codeOf(items[item]), gross: exactDecimal(amount) })),
    ...termsOf(chosen),
    cost: cost && chosen?.price ? costText(cost, chosen.price.currency, pieces) : null,
    ...stockTexts(total, stocked?.stock ?? null),
  }
  return { gross, shown, chosen, cost, stocked }
}

function codeOf(item: RequirementItem | undefined): string {
  if (item === undefined) throw new Error('A quantity is of no item')
  return 'sku' in item ? item.sku : item.style
}

function termsOf(chosen: ChosenOffer | null) {
  const { offer = null, priceUom = null } = chosen ?? {}
  return {
    supplier: offer?.supplier ?? null,
    unitPrice: offer?.price ?? null,
    priceUom,
    leadTimeDays: offer?.leadTimeDays ?? null,
  }
}

function stockTexts(gross: Quantity, stock: Stock | null) {
  if (stock === null) return { onHand: null, available: null, onOrder: null, net: null }
  const { onHand, available, onOrder } = stock
  const missing = subtract(subtract(gross, available ?? ZERO), onOrder ?? ZERO)
  return {
    onHand: onHand && exactDecimal(onHand),
    available: available && exactDecimal(available),
    onOrder: onOrder && exactDecimal(onOrder),
    net: exactDecimal(compare(missing, ZERO) < 0 ? ZERO : missing),
  }
}

const ZERO = ratio(0n)

function totalsOf(rows: readonly Row[], pieces: number): CostOfMaterial[] {
  const sums = new Map<string, Quantity>()
  for (const { cost, chosen } of rows) {
    const currency = chosen?.price?.currency
    if (cost && currency !== undefined) sums.set(currency, add(sums.get(currency) ?? ZERO, cost))
  }
  return [...sums].sort(([a], [b]) => compareText(a, b)).map(([currency, amount]) => costText(amount, currency, pieces))
}

function costText(cost: Quantity, currency: string, pieces: number): CostOfMaterial {
  return { amount: exactDecimal(cost), currency, mean: meanText(divide(cost, ratio(BigInt(pieces)))) }
}
