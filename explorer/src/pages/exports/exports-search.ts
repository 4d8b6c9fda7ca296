import type { ExportKind } from '@tenant-data/client'
import { oneOf, textOf } from '../../address.ts'
import { type ExportFilters, filtersOf } from './export-filters.ts'
import { kindNames } from './export-kinds.ts'

/** What the form asks for until something else is chosen. */
export const FIRST_KIND: ExportKind = 'bom_yields'

/** The state of the page: an export that is open, and what the form is filled with. */
export interface ExportsSearch extends ExportFilters {
  exportId?: string | undefined
  kind?: ExportKind | undefined
}

/** Of the parameters it takes those of the kind, so that a link can fill the form: `/exports?kind=bom_yields&style=S-1`. */
export function exportsSearch(raw: Record<string, unknown>): ExportsSearch {
  const kind = oneOf(raw, 'kind', kindNames)
  return { exportId: textOf(raw, 'exportId'), kind, ...filtersOf(kind ?? FIRST_KIND, raw) }
}
