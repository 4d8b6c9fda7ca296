import { type ReactNode, useMemo, useState } from 'react'
import { hidesContent } from '../failures/passing-cause.ts'
import { Empty, Problem, Skeleton } from '../parts/states.tsx'
import type { ListState } from '../parts/use-list.ts'
import type { Column } from './column.ts'
import type { GroupLevel } from './grouping.ts'
import { Rows } from './rows.tsx'
import { sortRows } from './sort-rows.ts'
import { TableFoot } from './table-foot.tsx'
import { useLoading } from './use-loading.ts'
import { useMedia } from './use-media.ts'
import { useTableState } from './use-table-state.ts'

export type TableList<Row> = Omit<ListState<Row>, 'first'>

export interface TableProps<Row> {
  /** The name of the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  list: TableList<Row>
  rowKey: (row: Row) => string
  /** Rendered when the list is empty. */
  empty: ReactNode
  /** Opens a row on click or Enter. */
  onOpen?: (row: Row) => void
  /** The URL that opens a row, so that it can be opened in a new tab and copied. Undefined if a row has none. */
  hrefOf?: (row: Row) => string | undefined
  /** The key of the open row. */
  openKey?: string | undefined
  /** The total number of rows, if it is known before all are loaded. */
  total?: number | undefined
  /** The height of a row in pixels: 40 for one line, 56 for two. */
  rowHeight?: number
  /** The groups in which rows are shown, the outermost first. */
  groups?: readonly GroupLevel<Row>[]
}

/**
 * A table of any length. It renders only visible rows, and loads more when the user scrolls near the end. The arrow
 * keys, Page Up, Page Down, Home, and End move between rows, and Enter opens one. The headings sort, and rows are
 * copied as tab-separated text. On a narrow screen, each row is a card.
 */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { list, empty } = props
  if (list.rows.length === 0 && hidesContent(list.error, list.isLoaded)) {
    return <Problem error={list.error} onRetry={list.refetch} />
  }
  if (list.isPending) return <Skeleton lines={10} />
  if (list.rows.length === 0 && !list.hasMore) return typeof empty === 'string' ? <Empty title={empty} /> : empty
  return <Loaded {...props} />
}

const NO_GROUPS: readonly never[] = []
/** The style sheet has the same width. */
const NARROW = '(max-width: 40rem)'

function Loaded<Row>({ columns, list, total, groups = NO_GROUPS, ...others }: TableProps<Row>): ReactNode {
  const { sorting, hidden, onChange } = useTableState()
  const [near, setNear] = useState<number | null>(null)
  const [wantsAll, setWantsAll] = useState(false)
  const sorted = columns.find(({ name, values }) => name === sorting?.column && values !== null)
  const needsAll = sorted !== undefined || groups.length > 0 || wantsAll
  const loading = useLoading(list, near, needsAll)
  const { rows, hasMore } = list
  const isDescending = sorting?.isDescending ?? false
  const ordered = useMemo(
    () => (sorted === undefined || hasMore ? rows : sortRows(rows, sorted, isDescending)),
    [rows, sorted, hasMore, isDescending],
  )
  const isNarrow = useMedia(NARROW)
  const visible = columns.filter(({ name }) => !hidden.includes(name))
  const shown = visible.length === 0 ? columns : visible
  return (
    <>
      <Rows
        // The heights of cards are measured, those of rows are not.
        key={isNarrow ? 'cards' : 'rows'}
        {...others}
        isNarrow={isNarrow}
        columns={shown}
        rows={ordered}
        total={hasMore ? (total ?? null) : rows.length}
        isFetching={list.isFetching}
        sorting={sorting}
        isSorted={sorted !== undefined && !hasMore}
        onSort={(sort) => onChange({ sort })}
        groups={hasMore ? NO_GROUPS : groups}
        onNear={setNear}
      />
      <TableFoot
        columns={columns}
        shown={shown}
        rows={ordered}
        list={list}
        total={total}
        loading={loading}
        sorting={sorting}
        onChange={onChange}
        onLoadAll={() => setWantsAll(true)}
      />
      {hidesContent(list.error, true) && <Problem error={list.error} onRetry={list.refetch} />}
    </>
  )
}
