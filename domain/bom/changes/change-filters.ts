import type { ChangeType } from '../../../schemas/bom/yields.ts'
import type { Row } from '../expand-rows.ts'
import { createRowTests } from '../row-filters.ts'
import type { RowChange } from './changes-of-style.ts'

/** Filters of changes. A row matches if its value before or after the change matches. */
export interface ChangeFilters {
  sku?: string | undefined
  style?: string | undefined
  mpn?: string | undefined
  /** Name or code. */
  supplier?: string | undefined
  /** Number or id. */
  material?: string | undefined
  changeType?: ChangeType | undefined
  includeUnchanged: boolean
}

export function wantsUnchanged({ changeType, includeUnchanged }: ChangeFilters): boolean {
  return changeType === undefined ? includeUnchanged : changeType === 'unchanged'
}

/** Returns a function that tests a change against all given filters. */
export function createFilter(filters: ChangeFilters): (change: RowChange) => boolean {
  const { sku, style, mpn, supplier, material, changeType } = filters
  const withUnchanged = wantsUnchanged(filters)
  const tests: ((row: Row) => boolean)[] = []
  if (sku !== undefined) tests.push((row) => row.sku.sku === sku)
  if (style !== undefined) tests.push((row) => row.sku.style === style)
  if (mpn !== undefined) tests.push(({ group: { line } }) => line.mpn === mpn)
  if (supplier !== undefined)
    tests.push(({ group: { line } }) => line.supplier === supplier || line.supplierCode === supplier)
  tests.push(...createRowTests({ material }))
  return ({ changeType: type, before, after }) => {
    if (changeType === undefined ? type === 'unchanged' && !withUnchanged : type !== changeType) return false
    return tests.every((test) => (before !== null && test(before)) || (after !== null && test(after)))
  }
}
