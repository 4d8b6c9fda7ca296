import type { PositionException } from '@tenant-data/client'

/** What `expected` and `observed` of an exception are: an amount of its unit, a time, or a text such as a state or an article. */
export type Said =
  | { kind: 'amount'; value: string; unit: string }
  | { kind: 'time'; value: string }
  | { kind: 'text'; value: string }
  | { kind: 'nothing' }

const DECIMAL = /^-?\d+(?:\.\d+)?$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** Tells which it is: a number is an amount only where the exception has a unit, else it is somebody's code. */
export function saidOf(value: string | null, uom: PositionException['uom']): Said {
  if (value === null || value === '') return { kind: 'nothing' }
  if (uom !== null && DECIMAL.test(value)) return { kind: 'amount', value, unit: uom }
  return TIME.test(value) ? { kind: 'time', value } : { kind: 'text', value }
}
