import type { z } from 'zod'
import type { UnitOfMeasure } from '../../schemas/common.ts'
import { absolute, add, compare, divide, multiply, negate, type Quantity, quantity } from './quantity.ts'
import { baseUnitOf, convert } from './units.ts'

type Unit = z.infer<typeof UnitOfMeasure>

/** The allowed difference of two amounts: the larger of a percentage of the larger amount, and an absolute amount. */
export interface Tolerance {
  percent: string
  /** 0 for a unit that is not listed. */
  absolute: { readonly [U in Unit]?: string | undefined }
}

export const defaultTolerance: Tolerance = { percent: '1', absolute: { EA: '0', MTR: '1', KGM: '0.5' } }

/** Returns the tolerance of a request. Parts that are missing have their default. */
export function toleranceOf(
  given: { percent?: string | undefined; absolute?: Tolerance['absolute'] | undefined } = {},
) {
  return {
    percent: given.percent ?? defaultTolerance.percent,
    absolute: given.absolute ?? defaultTolerance.absolute,
  }
}

/** Converts an amount to the base unit of its dimension, exactly. */
export function inBaseUnit(amount: Quantity, unit: Unit): { amount: Quantity; unit: Unit } {
  const base = baseUnitOf(unit)
  const converted = convert(amount, unit, base)
  if (!converted) throw new Error(`${unit} has no factor to ${base}`)
  return { amount: converted, unit: base }
}

/** Whether two amounts in `baseUnit` differ by at most the allowed difference. */
export function isWithin(a: Quantity, b: Quantity, baseUnit: Unit, tolerance: Tolerance): boolean {
  return compare(absolute(add(a, negate(b))), allowedDifference(a, b, baseUnit, tolerance)) <= 0
}

/** Returns the allowed difference of two amounts in `baseUnit`: max(absolute, percent/100 × max(|a|, |b|)). */
export function allowedDifference(a: Quantity, b: Quantity, baseUnit: Unit, tolerance: Tolerance): Quantity {
  const share = divide(multiply(larger(absolute(a), absolute(b)), quantity(tolerance.percent)), quantity('100'))
  return absoluteOf(baseUnit, tolerance).reduce(larger, share)
}

/**
 * Returns the absolute differences of all units of the same dimension, converted, because a caller who works in yards
 * gives it in yards.
 */
function absoluteOf(baseUnit: Unit, tolerance: Tolerance): Quantity[] {
  const given = Object.entries(tolerance.absolute) as [Unit, string | undefined][]
  return given.flatMap(([unit, amount]) => (amount && convert(quantity(amount), unit, baseUnit)) || [])
}

const larger = (a: Quantity, b: Quantity) => (compare(a, b) >= 0 ? a : b)
