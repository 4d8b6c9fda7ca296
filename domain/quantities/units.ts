import type { z } from 'zod'
import type { UnitOfMeasure } from '../../schemas/common.ts'
import { divide, multiply, type Quantity, quantity } from './quantity.ts'

type Unit = z.infer<typeof UnitOfMeasure>

const unit = (base: Unit, factor: string) => ({ base, factor: quantity(factor) })

/**
 * Each unit with its exact factor to the base unit of its dimension, by UN/CEFACT Recommendation 20. PR, SET, ROL and
 * CON don't convert to any other unit.
 */
const units: Readonly<Record<Unit, { base: Unit; factor: Quantity }>> = {
  MTR: unit('MTR', '1'),
  YRD: unit('MTR', '0.9144'),
  CMT: unit('MTR', '0.01'),
  INH: unit('MTR', '0.0254'),
  KGM: unit('KGM', '1'),
  GRM: unit('KGM', '0.001'),
  LBR: unit('KGM', '0.45359237'),
  MTK: unit('MTK', '1'),
  EA: unit('EA', '1'),
  DZN: unit('EA', '12'),
  GRO: unit('EA', '144'),
  PR: unit('PR', '1'),
  SET: unit('SET', '1'),
  LTR: unit('LTR', '1'),
  MLT: unit('LTR', '0.001'),
  ROL: unit('ROL', '1'),
  CON: unit('CON', '1'),
}

/** Returns the base unit of a unit's dimension. Units with the same base unit convert into each other. */
export function baseUnitOf(uom: Unit): Unit {
  return units[uom].base
}

/** Converts an amount exactly. Returns null if the units have different dimensions. */
export function convert(amount: Quantity, from: Unit, to: Unit): Quantity | null {
  if (units[from].base !== units[to].base) return null
  return from === to ? amount : divide(multiply(amount, units[from].factor), units[to].factor)
}
