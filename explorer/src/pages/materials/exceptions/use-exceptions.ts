import type { PositionException, PositionExceptionSummary } from '@tenant-data/client'
import { useEffect, useMemo } from 'react'
import { type ListState, useList } from '../../../parts/use-list.ts'
import { useRead } from '../../../parts/use-read.ts'
import type { MaterialsSearch } from '../materials-search.ts'
import { exceptionFilters } from './exceptions.ts'

/** The number of rows in which the exception of the URL is searched, because the API cannot read one by its ID. */
const MOST_LOOKED_THROUGH = 1000

interface Exceptions {
  list: ListState<PositionException>
  summary: PositionExceptionSummary | undefined
  /** The number of exceptions that match all filters. */
  total: number | undefined
  /** The exception that the URL names, once it is loaded. */
  open: PositionException | undefined
  /** True if the exception that the URL names is not among the searched rows. */
  isMissing: boolean
}

/** The exceptions that match the URL. The filter by system is applied to the loaded rows, because the API has none. */
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
