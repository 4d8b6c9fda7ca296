import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { nextRow } from './keyboard.ts'
import { Empty, Problem, Skeleton } from './states.tsx'
import type { ListState } from './use-list.ts'

export interface Column<Row> {
  name: string
  /** A size of CSS grid, such as `12rem` or `minmax(8rem, 2fr)`. On a narrow screen, its minimum applies. */
  width: string
  /** Numbers are aligned at the right, with their decimal points below each other. */
  align?: 'left' | 'right'
  cell: (row: Row) => ReactNode
}

export interface TableProps<Row> {
  /** The name of the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  list: Pick<ListState<Row>, 'rows' | 'isPending' | 'isFetching' | 'error' | 'hasMore' | 'loadMore' | 'refetch'>
  rowKey: (row: Row) => string
  /** Rendered when the list is empty. */
  empty: ReactNode
  /** Opens a row on click or Enter. */
  onOpen?: (row: Row) => void
  /** The key of the open row. */
  openKey?: string | undefined
  /** The total number of rows, if it is known before all are loaded. */
  total?: number | undefined
  /** The height of a row in pixels: 40 for one line, 56 for two. */
  rowHeight?: number
}

/**
 * A table of any length. It renders only visible rows, and loads more when the user scrolls near the end. The arrow
 * keys, Page Up, Page Down, Home, and End move between rows, and Enter opens one.
 */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { list, empty } = props
  if (list.error !== null && list.rows.length === 0) return <Problem error={list.error} onRetry={list.refetch} />
  if (list.isPending) return <Skeleton lines={10} />
  if (list.rows.length === 0 && !list.hasMore) return typeof empty === 'string' ? <Empty title={empty} /> : empty
  return <Rows {...props} />
}

function Rows<Row>({
  label,
  columns,
  list,
  rowKey,
  onOpen,
  openKey,
  total,
  rowHeight = 40,
}: TableProps<Row>): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const { rows, hasMore, isFetching, error } = list
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const isPaused = useLoadOn(list, items.at(-1)?.index ?? -1)
  const toFocus = useRef<number | null>(null)
  useEffect(() => {
    if (toFocus.current === null) return
    const row = scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${toFocus.current + 2}"]`)
    if (row) toFocus.current = null
    row?.focus({ preventScroll: true })
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'row') return
    const row = rows[current]
    if (event.key === 'Enter' && row !== undefined && onOpen) {
      // Otherwise the same key press would also activate the first button of the panel that opens.
      event.preventDefault()
      return onOpen(row)
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const next = nextRow(event.key, current, rows.length, page)
    if (next === null) return
    event.preventDefault()
    toFocus.current = next
    virtual.scrollToIndex(next)
    setCurrent(next)
  }
  const template = { gridTemplateColumns: columns.map(({ width }) => width).join(' ') }
  const [role, cellRole] = onOpen ? (['grid', 'gridcell'] as const) : (['table', 'cell'] as const)
  const first = items[0]?.index ?? 0
  const reachable = Math.min(Math.max(current, first), items.at(-1)?.index ?? 0)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <section className="table-scroller" ref={scroller} tabIndex={0} aria-label={`${label}, scrollable`}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useAriaPropsSupportedByRole: the role is grid or table */}
        <div
          role={role}
          className="table"
          aria-label={label}
          aria-rowcount={hasMore && total === undefined ? -1 : (total ?? rows.length) + 1}
          aria-colcount={columns.length}
          aria-busy={isFetching}
          onKeyDown={onKeyDown}
        >
          <div role="rowgroup" className="table-head">
            <div role="row" tabIndex={-1} aria-rowindex={1} className="table-row" style={template}>
              {columns.map(({ name, align = 'left' }) => (
                <div role="columnheader" tabIndex={-1} key={name} className={align}>
                  {name}
                </div>
              ))}
            </div>
          </div>
          <div role="rowgroup" className="table-body" style={{ height: virtual.getTotalSize() }}>
            {items.map(({ index, start }) => {
              const row = rows[index]
              if (row === undefined) return null
              const key = rowKey(row)
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the table handles the keys of all rows
                <div
                  role="row"
                  key={key}
                  className={onOpen ? 'table-row opens' : 'table-row'}
                  aria-rowindex={index + 2}
                  aria-selected={onOpen ? key === openKey : undefined}
                  tabIndex={index === reachable ? 0 : -1}
                  style={{ ...template, height: rowHeight, transform: `translateY(${start}px)` }}
                  onFocus={() => setCurrent(index)}
                  onClick={() => onOpen?.(row)}
                >
                  {columns.map(({ name, align = 'left', cell }) => (
                    <div role={cellRole} tabIndex={onOpen ? -1 : undefined} key={name} className={align}>
                      {cell(row)}
                    </div>
                  ))}
                </div>
              )
            })}
          </div>
        </div>
      </section>
      <p className="table-foot" role="status">
        {countText(rows.length, total, hasMore)}
        {isFetching && ' Loading more …'}
      </p>
      {hasMore && isPaused && !isFetching && error === null && (
        <button type="button" onClick={list.loadMore}>
          Load more
        </button>
      )}
      {error !== null && <Problem error={error} onRetry={list.refetch} />}
    </>
  )
}

function countText(read: number, total: number | undefined, hasMore: boolean): string {
  const count = read.toLocaleString('en-GB')
  if (!hasMore) return read === 1 ? '1 row' : `${count} rows`
  return `${count} rows${total === undefined ? '' : ` of ${total.toLocaleString('en-GB')}`} loaded; scroll for more.`
}

/** The number of rows before the end at which the next page is loaded. */
const NEAR = 30
/**
 * Filters can make pages short or empty. After this number of pages without enough rows, the user must ask for more.
 */
const MOST_IN_A_ROW = 5

/**
 * Reads the next page when the last row in sight is near the end of what was read.
 * @returns true when it stopped, because several pages brought too few rows
 */
function useLoadOn(
  {
    rows,
    hasMore,
    isFetching,
    error,
    loadMore,
  }: Pick<ListState<unknown>, 'rows' | 'hasMore' | 'isFetching' | 'error' | 'loadMore'>,
  lastInSight: number,
): boolean {
  const asked = useRef({ inSight: -1, pages: 0 })
  const isNear = lastInSight >= rows.length - NEAR
  const isPaused = asked.current.inSight === lastInSight && asked.current.pages >= MOST_IN_A_ROW
  useEffect(() => {
    if (!hasMore || isFetching || error !== null || !isNear || isPaused) return
    const before = asked.current
    asked.current = { inSight: lastInSight, pages: before.inSight === lastInSight ? before.pages + 1 : 1 }
    loadMore()
  }, [hasMore, isFetching, error, isNear, isPaused, lastInSight, loadMore])
  return isPaused
}
