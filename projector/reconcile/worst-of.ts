import { absolute, compare, type Quantity, subtract } from '../../schemas/quantity.ts'

/** Two amounts that should agree, in one unit. */
export interface Difference {
  observed: Quantity
  expected: Quantity
}

/** The one that differs most; of equal ones the first. */
export function worstOf<T extends Difference>(differences: readonly T[]): T | undefined {
  const size = ({ observed, expected }: T) => absolute(subtract(observed, expected))
  return differences.reduce<T | undefined>(
    (worst, one) => (worst === undefined || compare(size(one), size(worst)) > 0 ? one : worst),
    undefined,
  )
}
