import type { ExplanationStep, PositionException, SummarizeMaterialPositionExceptionsInput } from '@tenant-data/client'
import type { MaterialsSearch } from '../materials-search.ts'

/** All filters of exceptions, with the same names in the URL and in the API. */
const filterNames = [
  ...(['code', 'severity', 'status', 'material', 'factory'] as const),
  ...(['supplier', 'system', 'steward', 'since'] as const),
] satisfies (keyof SummarizeMaterialPositionExceptionsInput)[]

/** The filters in the URL that the list, the summary, and the export of exceptions share. */
export function exceptionFilters(search: MaterialsSearch): SummarizeMaterialPositionExceptionsInput {
  const filters = filterNames.map((name) => [name, search[name]] as const)
  return Object.fromEntries(filters.filter(([, value]) => value !== undefined))
}

/** All filters unset. */
export const withoutFilters: Partial<MaterialsSearch> = Object.fromEntries(filterNames.map((name) => [name, undefined]))

/** The filters without one of them, for counts of the values that could replace it. */
export function withoutOne(
  filters: SummarizeMaterialPositionExceptionsInput,
  name: keyof SummarizeMaterialPositionExceptionsInput,
): SummarizeMaterialPositionExceptionsInput {
  return Object.fromEntries(Object.entries(filters).filter(([own]) => own !== name))
}

/**
 * The type of an `expected` or `observed` value: a quantity with a unit, a time, or a text, such as a state or code.
 */
type ParsedValue =
  | { kind: 'amount'; value: string; unit: string }
  | { kind: 'time'; value: string }
  | { kind: 'text'; value: string }
  | { kind: 'nothing' }

const DECIMAL = /^-?\d+(?:\.\d+)?$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** Parses a value. A number is a quantity only if the exception has a unit. Otherwise it is a code. */
export function parseValue(value: string | null, uom: PositionException['uom']): ParsedValue {
  if (value === null || value === '') return { kind: 'nothing' }
  if (uom !== null && DECIMAL.test(value)) return { kind: 'amount', value, unit: uom }
  return TIME.test(value) ? { kind: 'time', value } : { kind: 'text', value }
}

/** The system whose records have a value, by the steps of the explanation. Null if none or several of them do. */
export function systemOf(
  value: string | null,
  steps: readonly Pick<ExplanationStep, 'value' | 'inputs'>[],
): string | null {
  const own = steps.filter((step) => step.value === value)
  const [system, ...others] = new Set(own.flatMap(({ inputs }) => inputs.map((input) => input.system)))
  return others.length === 0 ? (system ?? null) : null
}
