import type { CreateExportInput, ExportKind } from '@tenant-data/client'
import { flag, oneOf, type ReadField, someOf, text } from '../../address.ts'
import { type Field, fieldsOf, kindNames, type ParameterName } from './export-kinds.ts'

/** What the form asks for until something else is chosen. */
export const FIRST_KIND: ExportKind = 'bom_yields'

/** The state of the page: an export that is open, and what the form is filled with. */
interface ExportsSearch extends ExportFilters {
  exportId?: string | undefined
  kind?: ExportKind | undefined
}

/** Of the parameters it takes those of the kind, so that a link can fill the form: `/exports?kind=bom_yields&style=S-1`. */
export function exportsSearch(raw: Record<string, unknown>): ExportsSearch {
  const kind = oneOf(kindNames)(raw.kind)
  return { exportId: text(raw.exportId), kind, ...filtersOf(kind ?? FIRST_KIND, raw) }
}

export type FilterValue = string | readonly string[] | boolean

/** What a form is filled with: parameters of its kind. */
export type ExportFilters = { [Name in ParameterName]?: FilterValue | undefined }

/** The parameters of a kind in an address, or in an export that was made; what the kind does not take is left out. */
export function filtersOf(kind: ExportKind, raw: Record<string, unknown>): ExportFilters {
  const entries = fieldsOf(kind).map(([name, field]) => [name, readerOf(field)(raw[name])] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function readerOf(field: Field): ReadField<FilterValue> {
  if (field.input === 'flag') return flag
  if (field.input === 'one') return oneOf(field.values)
  return field.input === 'some' ? someOf(field.values) : text
}

/** What is asked of the API: the filters that are set, and nothing else. */
export function requestOf(kind: ExportKind, filters: ExportFilters): CreateExportInput {
  const parameters = filtersOf(kind, trimmed(filters))
  // The table of kinds has the parameters of each with their types.
  return (Object.keys(parameters).length === 0 ? { kind } : { kind, parameters }) as CreateExportInput
}

function trimmed(filters: ExportFilters): ExportFilters {
  const entries = Object.entries(filters).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ])
  return Object.fromEntries(entries)
}

/** What must be changed in one to have the other; undefined takes a filter away. */
export function changedFilters(from: ExportFilters, to: ExportFilters): ExportFilters {
  const names = new Set([...Object.keys(from), ...Object.keys(to)] as ParameterName[])
  const changed = [...names].filter((name) => String(from[name]) !== String(to[name]))
  return Object.fromEntries(changed.map((name) => [name, to[name]]))
}
