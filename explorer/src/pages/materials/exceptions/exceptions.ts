import type { PositionException, SummarizeMaterialPositionExceptionsInput } from '@tenant-data/client'
import type { MaterialsSearch } from '../materials-search.ts'

/** What the list, the summary and the export of exceptions take alike, from the address. */
export function exceptionFilters(search: MaterialsSearch): SummarizeMaterialPositionExceptionsInput {
  const { code, severity, status, material, factory } = search
  const filters = { code, severity, status, material, factory }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

/** The same without one of them, for counts of what one could choose in its place. */
export function without(
  filters: SummarizeMaterialPositionExceptionsInput,
  name: keyof SummarizeMaterialPositionExceptionsInput,
): SummarizeMaterialPositionExceptionsInput {
  return Object.fromEntries(Object.entries(filters).filter(([own]) => own !== name))
}

/** What `expected` and `observed` of an exception are: an amount of its unit, a time, or a text such as a state or an article. */
type ParsedValue =
  | { kind: 'amount'; value: string; unit: string }
  | { kind: 'time'; value: string }
  | { kind: 'text'; value: string }
  | { kind: 'nothing' }

const DECIMAL = /^-?\d+(?:\.\d+)?$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** Tells which it is: a number is an amount only where the exception has a unit, else it is somebody's code. */
export function parseValue(value: string | null, uom: PositionException['uom']): ParsedValue {
  if (value === null || value === '') return { kind: 'nothing' }
  if (uom !== null && DECIMAL.test(value)) return { kind: 'amount', value, unit: uom }
  return TIME.test(value) ? { kind: 'time', value } : { kind: 'text', value }
}
