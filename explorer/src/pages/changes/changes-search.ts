import { changeTypeValues } from '@tenant-data/client'
import { flag, oneOf, pageState, type ReadField, text } from '../../address.ts'

/** Reads the three parts of an `openKeyOf`. */
const rowKey: ReadField<readonly string[]> = (given) => {
  const parts = [given].flat().filter((part) => typeof part === 'string')
  return parts.length === 3 ? parts : undefined
}

export type ChangesSearch = ReturnType<typeof changesSearch>

/** The compared snapshots and the filters, which every request of the page uses. */
export type Comparison = Omit<ChangesSearch, 'grouped' | 'more' | 'open'>

/** The state of the page: the two snapshots, the filters of `listBomYieldChanges`, and the open row. */
export const changesSearch = pageState({
  /** Compares the last snapshot of a day (UTC). Not combined with a snapshot ID for the same side. */
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
  /** Groups the rows by style and line. */
  grouped: flag,
  /** Shows more than the first items of each list of the summary. */
  more: flag,
  /** The row that is open in the panel. */
  open: rowKey,
})

/** The part of the state that is sent to the API. */
export function comparisonOf({ grouped: _, more: _more, open: _open, ...comparison }: ChangesSearch): Comparison {
  return comparison
}

/** Clears all filters, but keeps the snapshots. */
export const withoutFilters = {
  style: undefined,
  sku: undefined,
  material: undefined,
  supplier: undefined,
  mpn: undefined,
  changeType: undefined,
  includeUnchanged: undefined,
} satisfies Partial<ChangesSearch>

/** True if any filter is set. */
export function isFiltered(search: ChangesSearch): boolean {
  return Object.keys(withoutFilters).some((name) => search[name as keyof typeof withoutFilters] !== undefined)
}

/**
 * The snapshots to add to a URL that does not name the later one, so that it means the same pair tomorrow: the newest
 * snapshot, and the one before it unless the URL names the earlier one. Null if the URL names them, or if there is no
 * pair.
 * @param newest the snapshots, the newest first
 */
export function pinnedPair(
  { from, to, fromSnapshotId, toSnapshotId }: Comparison,
  newest: readonly { snapshotId: string }[],
): Pick<Comparison, 'fromSnapshotId' | 'toSnapshotId'> | null {
  const [last, before] = newest.map(({ snapshotId }) => snapshotId)
  if (to !== undefined || toSnapshotId !== undefined || last === undefined) return null
  if (from !== undefined || fromSnapshotId !== undefined) return { toSnapshotId: last }
  return before === undefined ? null : { fromSnapshotId: before, toSnapshotId: last }
}

/** The lists of the summary whose lines filter the table. */
export type SummaryList = 'changeType' | 'style' | 'material' | 'supplier' | 'largest' | 'cause'

/**
 * The comparison that a list of the summary counts: without the filters that its own items set. The chosen item then
 * stays among the others, and the user can clear it or choose another one.
 */
export function withoutOwn<Given extends Comparison>(list: SummaryList, comparison: Given): Given {
  if (list === 'changeType') return { ...comparison, changeType: undefined }
  if (list === 'cause') {
    const { style, material, changeType } = comparison
    const isOfCause = style !== undefined && (material !== undefined || changeType !== undefined)
    return isOfCause ? { ...comparison, material: undefined, changeType: undefined } : comparison
  }
  if (list !== 'largest') return { ...comparison, [list]: undefined }
  const { style, sku, material } = comparison
  const isOfLine = style !== undefined && sku !== undefined && material !== undefined
  return isOfLine ? { ...comparison, style: undefined, sku: undefined, material: undefined } : comparison
}
