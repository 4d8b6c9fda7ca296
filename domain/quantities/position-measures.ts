import type { z } from 'zod'
import type { Money } from '../../schemas/common.ts'
import type { Ownership } from '../../schemas/records/connected-events.ts'
import { add, compare, exactDecimal, multiply, type Quantity, quantity, ratio, subtract } from './quantity.ts'

type Amount = string | null

/**
 * The quantities that one system reports for a material at a factory: decimals in the unit of the position, null if not
 * reported.
 */
export interface PositionParts {
  onHand: Amount
  qualityHold: Amount
  allocated: Amount
  inTransit: Amount
  onOrder: Amount
  onOrderNonCancellable: Amount
  required: Amount
  ownership: z.infer<typeof Ownership> | null
  unitCost: z.infer<typeof Money> | null
}

export interface DerivedMeasures {
  available: Amount
  projected: Amount
  liabilityQuantity: Amount
  liabilityValue: z.infer<typeof Money> | null
}

/**
 * Computes the derived measures of a position exactly. A measure is null if one of its parts is null, or if the result
 * needs more than 10 digits or 16 decimals. If the brand does not own the material, its liability includes only what it
 * has ordered.
 */
export function derivedMeasures(parts: PositionParts): DerivedMeasures {
  const quantityOf = (amount: Amount) => (amount === null ? null : quantity(amount))
  const onHand = quantityOf(parts.onHand)
  const [hold, transit, required] = [
    quantityOf(parts.qualityHold),
    quantityOf(parts.inTransit),
    quantityOf(parts.required),
  ]
  const usable = minus(onHand, hold)
  const liability = atLeastZero(
    minus(plus(plus(brandOwned(onHand, parts.ownership), transit), quantityOf(parts.onOrderNonCancellable)), required),
  )
  return {
    available: textOf(minus(usable, quantityOf(parts.allocated))),
    projected: textOf(minus(plus(plus(usable, transit), quantityOf(parts.onOrder)), required)),
    liabilityQuantity: textOf(liability),
    liabilityValue: worth(liability, parts.unitCost),
  }
}

type Maybe = Quantity | null

const plus = (a: Maybe, b: Maybe): Maybe => a && b && add(a, b)
const minus = (a: Maybe, b: Maybe): Maybe => a && b && subtract(a, b)
const textOf = (a: Maybe): Amount => a && exactDecimal(a)
const zero = ratio(0n)

function atLeastZero(amount: Maybe): Maybe {
  return amount && compare(amount, zero) < 0 ? zero : amount
}

function brandOwned(onHand: Maybe, ownership: PositionParts['ownership']): Maybe {
  if (ownership === null) return null
  return ownership === 'brand' ? onHand : zero
}

function worth(liability: Maybe, unitCost: PositionParts['unitCost']): DerivedMeasures['liabilityValue'] {
  const amount = liability && unitCost ? exactDecimal(multiply(liability, quantity(unitCost.amount))) : null
  return amount !== null && unitCost ? { amount, currency: unitCost.currency } : null
}
