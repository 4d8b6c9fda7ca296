import { type CreateExportInput, type ExportFormat, type ExportKind, exportFormatValues } from '@tenant-data/client'
import { flag, oneOf, type ReadField, someOf, text } from '../../address.ts'
import { type Field, fieldsOf, kindNames, type ParameterName } from './export-kinds.ts'

/** The kind that the form shows by default. */
export const FIRST_KIND: ExportKind = 'bom_yields'
/** The format that the form shows by default. */
export const FIRST_FORMAT: ExportFormat = 'csv'

/** The state of the page: the open export, and the contents of the form. */
interface ExportsSearch extends FiltersInUrl {
  exportId?: string | undefined
  kind?: ExportKind | undefined
  format?: ExportFormat | undefined
}

/** The format in the URL, which does not contain the default. */
export function formatInUrl(format: ExportFormat): ExportFormat | undefined {
  return format === FIRST_FORMAT ? undefined : format
}

/** The contents of the form in the URL, where `kind` is the kind of export. */
interface FiltersInUrl extends Omit<ExportFilters, 'kind'> {
  changeKind?: FilterValue | undefined
}

/** Reads the state, with only the parameters of the kind: `/exports?kind=bom_yields&style=S-1` fills the form. */
export function exportsSearch(raw: Record<string, unknown>): ExportsSearch {
  const kind = oneOf(kindNames)(raw.kind)
  const format = oneOf(exportFormatValues)(raw.format)
  const filters = toUrl(fromUrl(kind ?? FIRST_KIND, raw))
  return { exportId: text(raw.exportId), kind, ...(format && { format }), ...filters }
}

/** The contents of the form, from a URL or from the state of the page. */
export function fromUrl(kind: ExportKind, { changeKind, ...raw }: Record<string, unknown>): ExportFilters {
  return filtersOf(kind, { ...raw, kind: changeKind })
}

/** The contents of the form, or what changed in them, as they are in the URL. */
export function toUrl(filters: ExportFilters): FiltersInUrl {
  const { kind, ...others } = filters
  return 'kind' in filters ? { ...others, changeKind: kind } : others
}

export type FilterValue = string | readonly string[] | boolean

/** The contents of the form: parameters of its kind. */
export type ExportFilters = { [Name in ParameterName]?: FilterValue | undefined }

/** The parameters of a kind in an existing export. Ignores what the kind does not have. */
export function filtersOf(kind: ExportKind, raw: Record<string, unknown>): ExportFilters {
  const entries = fieldsOf(kind).map(([name, field]) => [name, readerOf(field)(raw[name])] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function readerOf(field: Field): ReadField<FilterValue> {
  if (field.input === 'flag') return flag
  if (field.input === 'one') return oneOf(field.values)
  return field.input === 'some' ? someOf(field.values) : text
}

/** The request of an export, with only the parameters that are set and that the format has. */
export function requestOf(kind: ExportKind, format: ExportFormat, filters: ExportFilters): CreateExportInput {
  const { byteOrderMark, ...others } = filtersOf(kind, trimmed(filters))
  const isCsv = format === 'csv'
  const parameters = { ...others, ...(isCsv && byteOrderMark !== undefined && { byteOrderMark }) }
  const ofFile = isCsv ? { kind } : { kind, format }
  // `exportKinds` gives each kind its own parameters, but TypeScript cannot relate them to the kind here.
  return (Object.keys(parameters).length === 0 ? ofFile : { ...ofFile, parameters }) as CreateExportInput
}

function trimmed(filters: ExportFilters): ExportFilters {
  const entries = Object.entries(filters).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ])
  return Object.fromEntries(entries)
}

/** The changes that turn one set of parameters into another. Undefined removes a parameter. */
export function changedFilters(from: ExportFilters, to: ExportFilters): ExportFilters {
  const names = new Set([...Object.keys(from), ...Object.keys(to)] as ParameterName[])
  const changed = [...names].filter((name) => String(from[name]) !== String(to[name]))
  return Object.fromEntries(changed.map((name) => [name, to[name]]))
}
