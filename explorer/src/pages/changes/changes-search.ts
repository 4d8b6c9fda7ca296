import { changeTypeValues } from '@tenant-data/client'
import { flag, oneOf, pageState, type ReadField, text } from '../../address.ts'

/** The parts of an `openKeyOf`. */
const rowKey: ReadField<readonly string[]> = (given) => {
  const parts = [given].flat().filter((part) => typeof part === 'string')
  return parts.length === 3 ? parts : undefined
}

export type ChangesSearch = ReturnType<typeof changesSearch>

/** Which snapshots are compared, and which rows are asked for: what every call of the page takes. */
export type Comparison = Omit<ChangesSearch, 'more' | 'open'>

/** The state of the page: which two snapshots, the filters of `listBomYieldChanges`, and what is open. */
export const changesSearch = pageState({
  /** The last snapshot of a day (UTC); not beside the id of that side. */
  from: text,
  to: text,
  fromSnapshotId: text,
  toSnapshotId: text,
  style: text,
  sku: text,
  material: text,
  supplier: text,
  mpn: text,
  changeType: oneOf(changeTypeValues),
  includeUnchanged: flag,
  /** More than the first few of each list of the summary. */
  more: flag,
  /** The row beside the table. */
  open: rowKey,
})

/** The part of the state that the API takes. */
export function comparisonOf({ more: _, open: _open, ...comparison }: ChangesSearch): Comparison {
  return comparison
}

/** Every filter unset; the snapshots stay. */
export const withoutFilters = {
  style: undefined,
  sku: undefined,
  material: undefined,
  supplier: undefined,
  mpn: undefined,
  changeType: undefined,
  includeUnchanged: undefined,
} satisfies Partial<ChangesSearch>

/** True while any filter is set. */
export function isFiltered(search: ChangesSearch): boolean {
  return Object.keys(withoutFilters).some((name) => search[name as keyof typeof withoutFilters] !== undefined)
}

/** The lists of the summary whose lines filter the table. */
export type SummaryList = 'changeType' | 'style' | 'material' | 'supplier' | 'largest'

/**
 * What a list of the summary counts: the rows of all filters but those that its own lines set, so that what was chosen
 * stands among the others and can be undone or changed for one of them.
 */
export function withoutOwn<Given extends Comparison>(list: SummaryList, comparison: Given): Given {
  if (list === 'changeType') return { ...comparison, changeType: undefined }
  if (list !== 'largest') return { ...comparison, [list]: undefined }
  const { style, sku, material } = comparison
  const isOfLine = style !== undefined && sku !== undefined && material !== undefined
  return isOfLine ? { ...comparison, style: undefined, sku: undefined, material: undefined } : comparison
}
