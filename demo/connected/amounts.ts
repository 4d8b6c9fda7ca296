import { ONE, signedDecimal } from '../graph/values/decimal.ts'

/** The quantities that one system reports for a material at a factory, in 10^-4 units. Null if it reports none. */
export type Amounts = {
  readonly onHand: number
  readonly qualityHold: number | null
  readonly allocated: number | null
  readonly inTransit: number | null
  readonly onOrder: number | null
  readonly onOrderNonCancellable: number | null
  readonly boughtQuantity: number | null
  readonly required: number | null
}

/** Pieces are counted, the rest is measured to the hundredth. */
export const stepOf = (uom: string): number => (uom === 'MTR' || uom === 'KGM' || uom === 'MTK' ? ONE / 100 : ONE)

/** So many thousandths of an amount, in whole steps, rounded towards 0. */
export function portion(units: number, perThousand: number, step: number): number {
  const exact = (BigInt(units) * BigInt(perThousand)) / 1000n
  return Number(exact - (exact % BigInt(step)))
}

/** The amount in the next whole step. */
export const wholeSteps = (units: number, step: number): number => units + ((step - (units % step)) % step)

/** Other units in which systems keep what is measured in a base unit, each with its exact size in it. */
export const otherUnits: Readonly<Record<string, { uom: string; numerator: bigint; denominator: bigint }>> = {
  MTR: { uom: 'YRD', numerator: 9_144n, denominator: 10_000n },
  KGM: { uom: 'GRM', numerator: 1n, denominator: 1_000n },
  EA: { uom: 'DZN', numerator: 12n, denominator: 1n },
}

/** An amount of a base unit in its other unit, half up to 10^-4. */
function inOtherUnit(units: number, base: string): number {
  const { numerator, denominator } = otherUnits[base] ?? { numerator: 1n, denominator: 1n }
  const doubled = 2n * BigInt(units) * denominator
  return Number((doubled + numerator) / (2n * numerator))
}

/** Applies a change to each quantity that is not null. */
function each<T>(amounts: Amounts, change: (units: number) => T) {
  const changeKnown = (units: number | null) => (units === null ? null : change(units))
  return {
    onHand: change(amounts.onHand),
    qualityHold: changeKnown(amounts.qualityHold),
    allocated: changeKnown(amounts.allocated),
    inTransit: changeKnown(amounts.inTransit),
    onOrder: changeKnown(amounts.onOrder),
    onOrderNonCancellable: changeKnown(amounts.onOrderNonCancellable),
    boughtQuantity: changeKnown(amounts.boughtQuantity),
    required: changeKnown(amounts.required),
  }
}

/** All amounts of a base unit in its other unit. */
export const allInOtherUnit = (amounts: Amounts, base: string): Amounts =>
  each(amounts, (units) => inOtherUnit(units, base))

/** The quantities as decimal strings, as events contain them. */
export const textsOf = (amounts: Amounts) => each(amounts, signedDecimal)
