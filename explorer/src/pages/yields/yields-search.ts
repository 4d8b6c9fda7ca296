import { pageState, text } from '../../address.ts'

export type YieldsSearch = ReturnType<typeof yieldsSearch>

/** The filters of `listBomYields` that are set, all of them exact. */
export type YieldFilters = Omit<YieldsSearch, 'colorway' | 'record'>

/** The state of the page: a snapshot, the newest unless given, the filters of `listBomYields`, and what is open. */
export const yieldsSearch = pageState({
  snapshotId: text,
  style: text,
  sku: text,
  material: text,
  supplier: text,
  mpn: text,
  /** The one colorway whose sizes are shown. */
  colorway: text,
  /** The match key of the yield that is open beside the others. */
  record: text,
})

/** What of the state is asked of the API. */
export function filtersOf({ colorway: _, record: _record, ...filters }: YieldsSearch): YieldFilters {
  return filters
}
