import { textOf } from '../../address.ts'

export interface YieldsSearch {
  snapshotId?: string | undefined
  style?: string | undefined
  sku?: string | undefined
  material?: string | undefined
  supplier?: string | undefined
  mpn?: string | undefined
  /** The one colorway whose sizes are shown. */
  colorway?: string | undefined
  /** The match key of the yield that is open beside the others. */
  record?: string | undefined
}

/** The filters of `listBomYields` that are set, all of them exact. */
export type YieldFilters = Omit<YieldsSearch, 'colorway' | 'record'>

/** The state of the page: a snapshot, the newest unless given, the filters of `listBomYields`, and what is open. */
export function yieldsSearch(raw: Record<string, unknown>): YieldsSearch {
  return {
    snapshotId: textOf(raw, 'snapshotId'),
    style: textOf(raw, 'style'),
    sku: textOf(raw, 'sku'),
    material: textOf(raw, 'material'),
    supplier: textOf(raw, 'supplier'),
    mpn: textOf(raw, 'mpn'),
    colorway: textOf(raw, 'colorway'),
    record: textOf(raw, 'record'),
  }
}

/** What of the state is asked of the API. */
export function filtersOf({ snapshotId, style, sku, material, supplier, mpn }: YieldsSearch): YieldFilters {
  return { snapshotId, style, sku, material, supplier, mpn }
}
