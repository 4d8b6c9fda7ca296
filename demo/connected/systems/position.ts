import type { Brand } from '../../brand.ts'
import { materialKind, materialState } from '../../graph/materials/material.ts'
import { sourceArticle } from '../../graph/materials/material-links.ts'
import { at, oneOf } from '../../graph/values/choose.ts'
import { ONE } from '../../graph/values/decimal.ts'
import { below, between, type Hash, happens } from '../../graph/values/hash.ts'
import { sourcesOf } from '../../sources.ts'
import { type Amounts, portion, stepOf, wholeSteps } from '../amounts.ts'
import type { Pair } from '../plan.ts'
import { stockSystems } from './factory.ts'

export type PositionSystem = 'erp' | 'wms' | 'factory_portal'

/**
 * What a system says about a pair. Times are in epoch milliseconds, `supplier` is an index, the unit cost is in 10^-4.
 */
export type Position = {
  readonly system: PositionSystem
  readonly uom: string
  readonly asOf: number
  readonly changedAt: number
  readonly amounts: Amounts
  readonly lastDemandAt: number | null
  readonly ownership: 'brand' | 'factory'
  readonly sourcingModel: 'cmt' | 'fob'
  readonly unitCost: number | null
  readonly lotCount: number | null
  readonly supplier: number | null
  readonly mpn: string | null
}

const DAY_MS = 86_400_000

/** The systems that report a pair, the ERP first. Occasionally, one of the others does not. */
export function systemsOf({ factory, hash }: Pair): PositionSystem[] {
  return ['erp', ...stockSystems(factory).filter((_, item) => happens(hash, 'sees', 860, item))]
}

export const isApproved = (brand: Brand, material: number): boolean => materialState(brand, material) === 'approved'

/**
 * The positions of all systems without faults: they agree within 0.4 %, and all that is required is on hand or ordered.
 */
export function soundPositions(brand: Brand, pair: Pair): Position[] {
  const amounts = erpAmounts(brand, pair)
  return systemsOf(pair).map((system) => positionOf(brand, pair, system, amounts))
}

/** The position of one system, calculated from the quantities of the ERP. */
export function positionOf(brand: Brand, pair: Pair, system: PositionSystem, erp: Amounts): Position {
  const { hash, material } = pair
  const asOf = brand.clock - 1000 * between(hash, `${system} asOf`, 120, 3 * 3_600)
  const isCmt = happens(hash, 'cmt', 400)
  const isErp = system === 'erp'
  return {
    system,
    uom: materialKind(brand, material).baseUom,
    asOf,
    changedAt: asOf + 1000 * between(hash, `${system} sent`, 1, 60),
    amounts: isErp ? erp : seenAmounts(brand, pair, system, erp),
    lastDemandAt: isErp ? asOf - DAY_MS * between(hash, 'lastDemand', 1, 60) : null,
    ownership: isCmt ? 'brand' : 'factory',
    sourcingModel: isCmt ? 'cmt' : 'fob',
    unitCost: isErp ? between(hash, 'unitCost', 4, 1_200) * (ONE / 100) : null,
    lotCount: system === 'wms' ? between(hash, 'lots', 1, 9) : null,
    supplier: isErp ? at(sourcesOf(brand, material), 0) : null,
    mpn: isErp ? sourceArticle(brand, material, 0) : null,
  }
}

/**
 * Stock on hand is 60 to 130 % of what is required. The missing quantity and a little more is in transit or on order.
 */
function erpAmounts(brand: Brand, { material, hash, required }: Pair): Amounts {
  const step = stepOf(materialKind(brand, material).baseUom)
  const base = required === null || required === 0 ? 50 * ONE * between(hash, 'leftover', 1, 12) : required
  const onHand = wholeSteps(portion(base, between(hash, 'onHand', 600, 1_300), step), step)
  const qualityHold = happens(hash, 'hold', 300) ? portion(onHand, between(hash, 'held', 1, 40), step) : 0
  const allocated = portion(onHand - qualityHold, below(hash, 'allocated', 600), step)
  return withSupply(brand, { material, hash }, { onHand, qualityHold, allocated, required })
}

type Stock = Pick<Amounts, 'onHand' | 'qualityHold' | 'allocated' | 'required'>

/** Adds what has to come, so that no shortage is left: of a material that is not approved nothing is on order. */
export function withSupply(brand: Brand, { material, hash }: { material: number; hash: Hash }, stock: Stock): Amounts {
  const step = stepOf(materialKind(brand, material).baseUom)
  const missing = (stock.required ?? 0) - (stock.onHand - (stock.qualityHold ?? 0))
  const spare = step * between(hash, 'spare', 1, 9)
  const coming = missing > 0 ? wholeSteps(missing + portion(missing, 50, step), step) + spare : 0
  const isOrdered = isApproved(brand, material)
  const onOrder = isOrdered ? wholeSteps(portion(coming, between(hash, 'ordered', 0, 1_000), step), step) : 0
  const used = portion(Math.abs(stock.onHand), between(hash, 'used', 200, 2_000), step)
  return {
    ...stock,
    inTransit: coming - onOrder,
    onOrder,
    onOrderNonCancellable: portion(onOrder, oneOf([0, 500, 1_000], hash, 'firm'), step),
    boughtQuantity: Math.abs(stock.onHand) + coming + used,
  }
}

/** Quantities that other systems count: within 0.4 % of the ERP, and only those on hand or in transit. */
function seenAmounts(brand: Brand, { material, hash }: Pair, system: PositionSystem, erp: Amounts): Amounts {
  const step = stepOf(materialKind(brand, material).baseUom)
  const noise = portion(erp.onHand, below(hash, `${system} noise`, 5), step)
  const onHand = happens(hash, `${system} more`, 500) ? erp.onHand + noise : erp.onHand - noise
  const least = (units: number | null) => (units === null ? null : Math.min(units, portion(onHand, 400, step)))
  const isWms = system === 'wms'
  return {
    onHand,
    qualityHold: least(erp.qualityHold),
    allocated: least(erp.allocated),
    inTransit: isWms ? erp.inTransit : null,
    onOrder: null,
    onOrderNonCancellable: null,
    boughtQuantity: null,
    required: null,
  }
}
