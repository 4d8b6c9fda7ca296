import { isSet, oneOf, textOf } from '../../address.ts'

export const changeTypes = ['added', 'removed', 'changed', 'unchanged'] as const
const textNames = ['style', 'sku', 'material', 'supplier', 'mpn'] as const

/** Which snapshots are compared, and which rows are asked for: what every call of the page takes. */
export interface Comparison {
  /** The last snapshot of a day (UTC); not beside the id of that side. */
  from?: string | undefined
  to?: string | undefined
  fromSnapshotId?: string | undefined
  toSnapshotId?: string | undefined
  style?: string | undefined
  sku?: string | undefined
  material?: string | undefined
  supplier?: string | undefined
  mpn?: string | undefined
  changeType?: (typeof changeTypes)[number] | undefined
  includeUnchanged?: boolean | undefined
}

export interface ChangesSearch extends Comparison {
  /** More than the first few of each list of the summary. */
  more?: boolean | undefined
  /** The row beside the table, by `openKeyOf`. */
  open?: readonly string[] | undefined
}

/** The state of the page: which two snapshots, the filters of `listBomYieldChanges`, and what is open. */
export function changesSearch(raw: Record<string, unknown>): ChangesSearch {
  const open = [raw.open].flat().filter((part) => typeof part === 'string')
  return {
    from: textOf(raw, 'from'),
    to: textOf(raw, 'to'),
    fromSnapshotId: textOf(raw, 'fromSnapshotId'),
    toSnapshotId: textOf(raw, 'toSnapshotId'),
    ...Object.fromEntries(textNames.map((name) => [name, textOf(raw, name)])),
    changeType: oneOf(raw, 'changeType', changeTypes),
    includeUnchanged: isSet(raw, 'includeUnchanged'),
    more: isSet(raw, 'more'),
    open: open.length === 3 ? open : undefined,
  }
}

/** The part of the state that the API takes. */
export function comparisonOf({ more: _, open: _open, ...comparison }: ChangesSearch): Comparison {
  return comparison
}

/** Every filter unset; the snapshots stay. */
export const withoutFilters = {
  ...(Object.fromEntries(textNames.map((name) => [name, undefined])) as Record<(typeof textNames)[number], undefined>),
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
