import type { PositionException, PositionExceptionSummary } from '@tenant-data/client'
import { useEffect, useMemo } from 'react'
import { type ListState, useList } from '../../../parts/use-list.ts'
import { useRead } from '../../../parts/use-read.ts'
import type { MaterialsSearch } from '../materials-search.ts'
import { exceptionFilters } from './exceptions.ts'

/** So many rows are read to find the exception of an address: there is no reading of one by its id. */
const MOST_LOOKED_THROUGH = 1000

interface Exceptions {
  list: ListState<PositionException>
  summary: PositionExceptionSummary | undefined
  /** How many there are under all filters. */
  total: number | undefined
  /** The one of the address, once it is read. */
  open: PositionException | undefined
  /** True when the one of the address is not among those that were looked through. */
  isMissing: boolean
}

/** The exceptions under the filters of the address. Those of a system are picked from what is read: the API has no such filter. */
export function useExceptions(search: MaterialsSearch): Exceptions {
  const { system, exception } = search
  const filters = exceptionFilters(search)
  const summary = useRead('summarizeMaterialPositionExceptions', filters).data?.data
  const list = useList('listMaterialPositionExceptions', filters)
  const { rows: read, hasMore, isFetching, isPending, error, loadMore } = list
  const rows = useMemo(
    () => (system === undefined ? read : read.filter(({ systems }) => systems.includes(system))),
    [read, system],
  )
  const open = useMemo(() => read.find(({ exceptionId }) => exceptionId === exception), [read, exception])
  const isLookedFor = exception !== undefined && open === undefined && error === null
  const canReadOn = hasMore && read.length < MOST_LOOKED_THROUGH
  useEffect(() => {
    if (isLookedFor && canReadOn && !isFetching) loadMore()
  }, [isLookedFor, canReadOn, isFetching, loadMore])
  return {
    list: { ...list, rows },
    summary,
    total: system === undefined ? summary?.counts.exceptions : (summary?.counts.system[system] ?? undefined),
    open,
    isMissing: isLookedFor && !isPending && !canReadOn,
  }
}
