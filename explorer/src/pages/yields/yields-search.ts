import { pageState, text } from '../../address.ts'

export type YieldsSearch = ReturnType<typeof yieldsSearch>

/** The filters of `listBomYields` that are set, which must match exactly. */
export type YieldFilters = Omit<YieldsSearch, 'colorway' | 'record'>

/** The state of the page: the snapshot (the newest if absent), the filters of `listBomYields`, and what is open. */
export const yieldsSearch = pageState({
  snapshotId: text,
  style: text,
  sku: text,
  material: text,
  supplier: text,
  mpn: text,
  /** The colorway to which the matrix is limited. */
  colorway: text,
  /** The match key of the open yield. */
  record: text,
})

/** The part of the state that is sent to the API. */
export function filtersOf({ colorway: _, record: _record, ...filters }: YieldsSearch): YieldFilters {
  return filters
}
