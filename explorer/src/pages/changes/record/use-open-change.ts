import type { BomYieldChange } from '@tenant-data/client'
import { type ListState, useList } from '../../../parts/data/use-list.ts'
import { type ChangesSearch, comparisonOf, withoutFilters } from '../changes-search.ts'
import { rowKeyOf } from './compare-rows.ts'

interface OpenChange {
  change: BomYieldChange | undefined
  /** Where it stands among the rows of the table; -1 for none of those that were read. */
  place: number
  error: Error | null
  isPending: boolean
  refetch: () => void
}

/** The row that the address names: one of the table, or read by itself where the table has not come so far. */
export function useOpenChange(search: ChangesSearch, table: ListState<BomYieldChange>): OpenChange {
  const { open } = search
  const key = open?.join(' ')
  const place = open === undefined ? -1 : table.rows.findIndex((row) => rowKeyOf(row) === key)
  const [style, sku] = open ?? []
  const alone = useList(
    'listBomYieldChanges',
    { ...comparisonOf(search), ...withoutFilters, style, sku, includeUnchanged: true },
    { enabled: open !== undefined && place < 0 && !table.isPending },
  )
  const { error, refetch } = alone
  const change = table.rows[place] ?? alone.rows.find((row) => rowKeyOf(row) === key)
  return { change, place, error, refetch, isPending: change === undefined && alone.isPending }
}
