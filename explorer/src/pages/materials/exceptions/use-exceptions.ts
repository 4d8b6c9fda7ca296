import type { PositionException, PositionExceptionPage, PositionExceptionSummary } from '@tenant-data/client'
import { useMemo } from 'react'
import { type ListState, useList } from '../../../parts/use-list.ts'
import { useRead } from '../../../parts/use-read.ts'
import type { MaterialsSearch } from '../materials-search.ts'
import { exceptionFilters } from './exceptions.ts'

interface Exceptions {
  list: ListState<PositionException, PositionExceptionPage>
  summary: PositionExceptionSummary | undefined
  /** The exception that the URL names: from the list, or read by its ID if the list lacks it. */
  open: PositionException | undefined
  /** The error if the exception that the URL names could not be read. */
  openError: Error | null
}

/** The exceptions that match the filters in the URL, and the exception that the URL opens, which may not match them. */
export function useExceptions(search: MaterialsSearch): Exceptions {
  const { exception } = search
  const filters = exceptionFilters(search)
  const summary = useRead('summarizeMaterialPositionExceptions', filters).data?.data
  const list = useList('listMaterialPositionExceptions', filters)
  const alone = useExplained(exception)
  const listed = useMemo(() => list.rows.find(({ exceptionId }) => exceptionId === exception), [list.rows, exception])
  const open = listed ?? alone.data?.data
  const openError = open === undefined && !list.isPending && list.error === null ? alone.error : null
  return { list, summary, open, openError }
}

/** An exception with the steps that led to it. */
export function useExplained(exceptionId: string | undefined) {
  return useRead(
    'getMaterialPositionException',
    { exceptionId: exceptionId ?? '' },
    { enabled: exceptionId !== undefined },
  )
}
