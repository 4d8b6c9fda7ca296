import type { z } from 'zod'
import type { UnitOfMeasure } from '../../schemas/common.ts'
import { absolute, add, compare, divide, multiply, negate, type Quantity, quantity } from './quantity.ts'
import { baseUnitOf, convert } from './units.ts'

type Unit = z.infer<typeof UnitOfMeasure>

/** How far two amounts may be apart: the larger of a share of the larger one, in percent, and an amount of their unit. */
export interface Tolerance {
  percent: string
  /** Of a unit that is not named it is 0. */
  absolute: { readonly [U in Unit]?: string | undefined }
}

/** Contract, section 7. */
export const defaultTolerance: Tolerance = { percent: '1', absolute: { EA: '0', MTR: '1', KGM: '0.5' } }

/** What a caller gives; each part that is missing is that of the default. */
export function toleranceOf(
  given: { percent?: string | undefined; absolute?: Tolerance['absolute'] | undefined } = {},
) {
  return {
    percent: given.percent ?? defaultTolerance.percent,
    absolute: given.absolute ?? defaultTolerance.absolute,
  }
}

/** An amount in the base unit of its dimension, exactly. */
export function inBaseUnit(amount: Quantity, unit: Unit): { amount: Quantity; unit: Unit } {
  const base = baseUnitOf(unit)
  const converted = convert(amount, unit, base)
  if (!converted) throw new Error(`${unit} has no factor to ${base}`)
  return { amount: converted, unit: base }
}

/** Whether two amounts of `baseUnit` are at most as far apart as they may be. */
export function isWithin(a: Quantity, b: Quantity, baseUnit: Unit, tolerance: Tolerance): boolean {
  return compare(absolute(add(a, negate(b))), allowedDifference(a, b, baseUnit, tolerance)) <= 0
}

/** How far two amounts of `baseUnit` may be apart: max(absolute, percent/100 × max(|a|, |b|)). */
export function allowedDifference(a: Quantity, b: Quantity, baseUnit: Unit, tolerance: Tolerance): Quantity {
  const share = divide(multiply(larger(absolute(a), absolute(b)), quantity(tolerance.percent)), quantity('100'))
  return absoluteOf(baseUnit, tolerance).reduce(larger, share)
}

/** What may be apart in a unit of the same dimension counts too, converted: a caller who works in yards says it in yards. */
function absoluteOf(baseUnit: Unit, tolerance: Tolerance): Quantity[] {
  const given = Object.entries(tolerance.absolute) as [Unit, string | undefined][]
  return given.flatMap(([unit, amount]) => (amount && convert(quantity(amount), unit, baseUnit)) || [])
}

const larger = (a: Quantity, b: Quantity) => (compare(a, b) >= 0 ? a : b)
