import type { SummarizeMaterialPositionExceptionsInput } from '@tenant-data/client'
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
