import type { Brand } from '../../brand.ts'
import { materialKind } from '../../graph/materials/material.ts'
import { at } from '../../graph/values/choose.ts'
import { ONE } from '../../graph/values/decimal.ts'
import { between, happens } from '../../graph/values/hash.ts'
import { sourcesOf } from '../../sources.ts'
import { type Amounts, allInOtherUnit, otherUnits, portion, stepOf, wholeSteps } from '../amounts.ts'
import type { Pair } from '../plan.ts'
import { type Position, positionOf, soundPositions, systemsOf, withSupply } from '../systems/position.ts'

/** A date long after any feed, which a form writes for "no date". */
const END_OF_TIME = Date.UTC(2099, 11, 31)

const DAY_MS = 86_400_000

/** Changes the position of the ERP. */
const inErp = (brand: Brand, pair: Pair, change: (erp: Position) => Partial<Position>): Position[] =>
  soundPositions(brand, pair).map((position, place) => (place === 0 ? { ...position, ...change(position) } : position))

/** Changes the position of the first system other than the ERP. */
const inOther = (
  brand: Brand,
  pair: Pair,
  change: (other: Position, erp: Position) => Partial<Position>,
): Position[] => {
  const positions = soundPositions(brand, pair)
  const erp = at(positions, 0)
  return positions.map((position, place) => (place === 1 ? { ...position, ...change(position, erp) } : position))
}

/** The positions of all systems, calculated from other quantities in the ERP. */
const fromAmounts = (brand: Brand, pair: Pair, amounts: Amounts): Position[] =>
  systemsOf(pair).map((system) => positionOf(brand, pair, system, amounts))

const stepAt = (brand: Brand, { material }: Pair): number => stepOf(materialKind(brand, material).baseUom)

export const withoutErp = (brand: Brand, pair: Pair): Position[] => soundPositions(brand, pair).slice(1)

/** Whether the exception has severity high: the others report over 10 % less, or the quantity is small. */
export function isFarOff(brand: Brand, pair: Pair): boolean {
  const { amounts } = at(soundPositions(brand, pair), 0)
  return amounts.onHand < 60 * ONE || happens(pair.hash, 'farOff', 400)
}

/** 4 to 8 % less, or 15 to 35 %. */
export function countedLess(brand: Brand, pair: Pair): Position[] {
  const [from, to] = isFarOff(brand, pair) ? [150, 350] : [40, 80]
  return inOther(brand, pair, ({ amounts }, erp) => {
    const less = portion(erp.amounts.onHand, between(pair.hash, 'less', from, to), stepAt(brand, pair))
    return { amounts: { ...amounts, onHand: erp.amounts.onHand - less, qualityHold: 0 } }
  })
}

/** The same amounts, kept in another unit of the dimension. */
export const inOtherUnits = (brand: Brand, pair: Pair): Position[] =>
  inOther(brand, pair, ({ uom, amounts }) => {
    return { uom: otherUnits[uom]?.uom ?? uom, amounts: allInOtherUnit(amounts, uom) }
  })

/** The same numbers in kilograms instead of meters, or in meters instead of kilograms. */
export const inOtherDimension = (brand: Brand, pair: Pair): Position[] =>
  inOther(brand, pair, ({ uom }) => ({ uom: uom === 'KGM' ? 'MTR' : 'KGM' }))

/** Stock on hand is negative, as if consumption was booked before the receipt. No allocation is reported. */
export function belowZero(brand: Brand, pair: Pair): Position[] {
  const onHand = -stepAt(brand, pair) * between(pair.hash, 'below', 2, 90)
  const stock = { onHand, qualityHold: 0, allocated: null, required: pair.required }
  const erp = withSupply(brand, pair, stock)
  return fromAmounts(brand, pair, erp).map((position) => {
    return { ...position, amounts: { ...position.amounts, onHand, qualityHold: 0, allocated: null } }
  })
}

/** A supplier that does not supply the material. */
export function fromStranger(brand: Brand, pair: Pair): Position[] {
  const sources = sourcesOf(brand, pair.material)
  const { factories, suppliers } = brand.profile
  const others = Array.from({ length: suppliers - factories }, (_, place) => factories + place)
  const strangers = others.filter((supplier) => !sources.includes(supplier))
  const supplier = at(strangers, between(pair.hash, 'stranger', 0, strangers.length - 1))
  return inErp(brand, pair, () => ({ supplier }))
}

/** The previous article number of the supplier. */
export const formerArticle = (brand: Brand, pair: Pair): Position[] =>
  inErp(brand, pair, ({ mpn }) => ({ mpn: `${mpn}-OLD` }))

/** An open order for a material that is not approved. */
export const orderedAnyway = (brand: Brand, pair: Pair): Position[] =>
  inErp(brand, pair, ({ amounts }) => {
    const onOrder = ONE * between(pair.hash, 'anyway', 20, 400)
    return { amounts: { ...amounts, onOrder, boughtQuantity: (amounts.boughtQuantity ?? 0) + onOrder } }
  })

/** Everything ordered is on hand, and nothing is in transit. */
function allOnHand(brand: Brand, pair: Pair, onHand: number): Position[] {
  return fromAmounts(brand, pair, {
    onHand,
    qualityHold: 0,
    allocated: 0,
    inTransit: 0,
    onOrder: 0,
    onOrderNonCancellable: 0,
    boughtQuantity: onHand,
    required: pair.required,
  })
}

/** Half of the required quantity is on hand, and nothing is in transit or on order. */
export function notEnough(brand: Brand, pair: Pair): Position[] {
  const onHand = portion(pair.required ?? 0, 500, stepAt(brand, pair))
  return allOnHand(brand, pair, onHand)
}

/** More is allocated than is on hand. */
export const reservedTwice = (brand: Brand, pair: Pair): Position[] =>
  inErp(brand, pair, ({ amounts }) => {
    const step = stepAt(brand, pair)
    const more = portion(amounts.onHand, between(pair.hash, 'twice', 50, 250), step) + step
    return { amounts: { ...amounts, allocated: amounts.onHand + more } }
  })

/** Stock of the brand that no order has required for months. */
export function leftOver(brand: Brand, pair: Pair): Position[] {
  const step = stepAt(brand, pair)
  const required = pair.required ?? 0
  const onHand = wholeSteps(required + portion(required, between(pair.hash, 'over', 600, 1_500), step) + 50 * ONE, step)
  return allOnHand(brand, pair, onHand).map((position) => {
    const since = position.system === 'erp' ? position.asOf - DAY_MS * between(pair.hash, 'since', 100, 300) : null
    return { ...position, lastDemandAt: since, ownership: 'brand', sourcingModel: 'cmt' }
  })
}

/** Dated at the end of time by another system than the ERP. */
export const datedLater = (brand: Brand, pair: Pair): Position[] => inOther(brand, pair, () => ({ asOf: END_OF_TIME }))

/** The ERP plans with 15 to 40 % more than the BOM takes, and has ordered for it. */
export function plannedWithMore(brand: Brand, pair: Pair): Position[] {
  const step = stepAt(brand, pair)
  const more = portion(pair.required ?? 0, between(pair.hash, 'plannedMore', 1_150, 1_400), step)
  return inErp(brand, pair, ({ amounts }) => {
    return { amounts: withSupply(brand, pair, { ...amounts, required: wholeSteps(more, step) }) }
  })
}
