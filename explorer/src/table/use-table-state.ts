import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { tableState } from '../address.ts'
import { type Sorting, sortingOf } from './column.ts'

type TableSearch = ReturnType<typeof tableState>

interface TableState {
  sorting: Sorting | undefined
  /** The names of the columns that the user hid. */
  hidden: readonly string[]
  onChange: (change: TableSearch) => void
}

/** The order and the hidden columns of the table, which are in the URL like the state of the page. */
export function useTableState(): TableState {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { sort, hide = [] } = useMemo(() => tableState(raw), [raw])
  const onChange = useCallback(
    (change: TableSearch) => {
      const search = (before: Record<string, unknown>) => ({ ...before, ...change })
      void navigate({ to: '.', search: search as never, replace: true, resetScroll: false })
    },
    [navigate],
  )
  return { sorting: useMemo(() => sortingOf(sort), [sort]), hidden: hide, onChange }
}
