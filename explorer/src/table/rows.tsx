import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { nextRow } from '../parts/keyboard.ts'
import type { Sorting } from './column.ts'
import { createCopyHandler } from './copy-selection.ts'
import { linesOf } from './grouping.ts'
import type { TableProps } from './table.tsx'
import { TableHead } from './table-head.tsx'
import { LineOfGroup, LineOfRow } from './table-line.tsx'
import { nearEnd } from './use-loading.ts'
import { useMedia } from './use-media.ts'

interface RowsProps<Row> extends Pick<TableProps<Row>, 'label' | 'columns' | 'rowKey' | 'onOpen' | 'hrefOf'> {
  openKey?: string | undefined
  rowHeight?: number
  groups: NonNullable<TableProps<Row>['groups']>
  rows: readonly Row[]
  /** The number of all rows. Null while it is not known. */
  total: number | null
  isFetching: boolean
  /** Whether each row is a card, whose height is measured. */
  isNarrow: boolean
  /** The order that the user chose. */
  sorting: Sorting | undefined
  /** Whether the rows are in this order. They are not until all are loaded. */
  isSorted: boolean
  onSort: (sort: string | undefined) => void
  /** Called when the end of the rows is near, as `nearEnd` returns it. So scrolling renders only this table again. */
  onNear: (near: number | null) => void
}

/** The height of a card on a narrow screen before it is measured. */
const CARD = 220

/** The heading and the visible lines of a table. All lines are rendered to be printed. */
export function Rows<Row>(props: RowsProps<Row>): ReactNode {
  const { label, columns, rows, groups, rowKey, onOpen, openKey, total, isFetching, isNarrow, rowHeight = 40 } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const isPrinted = useMedia('print')
  const lines = useMemo(() => linesOf(rows, groups, toggled), [rows, groups, toggled])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? CARD : rowHeight),
    overscan: 12,
  })
  const inSight = virtual.getVirtualItems()
  const items = isPrinted ? lines.map((_, index) => ({ index, start: 0 })) : inSight
  const last = inSight.at(-1)?.index ?? -1
  const near = nearEnd(last, lines.length)
  useEffect(() => props.onNear(near), [props.onNear, near])
  const toFocus = useRef<number | null>(null)
  useEffect(() => {
    if (toFocus.current === null) return
    const row = scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${toFocus.current + 2}"]`)
    if (row) toFocus.current = null
    row?.focus({ preventScroll: true })
  })
  const toggle = (key: string) =>
    setToggled((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]))
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'row') return
    const line = lines[current]
    if (line?.kind === 'group' && (event.key === 'Enter' || event.key === (line.isOpen ? 'ArrowLeft' : 'ArrowRight'))) {
      event.preventDefault()
      return toggle(line.key)
    }
    if (event.key === 'Enter' && line?.kind === 'row' && onOpen) {
      // Otherwise the same key press would also activate the first button of the panel that opens.
      event.preventDefault()
      return onOpen(line.row)
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const next = nextRow(event.key, current, lines.length, page)
    if (next === null) return
    event.preventDefault()
    toFocus.current = next
    virtual.scrollToIndex(next)
    setCurrent(next)
  }
  const copy = createCopyHandler(columns, lines)
  const template = isNarrow ? undefined : columns.map(({ width }) => width).join(' ')
  const isGrouped = groups.length > 0
  const role = isGrouped ? 'treegrid' : onOpen ? 'grid' : 'table'
  const reachable = Math.min(Math.max(current, inSight[0]?.index ?? 0), Math.max(last, 0))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <section className="table-scroller" ref={scroller} tabIndex={0} aria-label={`${label}, scrollable`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useAriaPropsSupportedByRole: the role is grid or table */}
      <div
        role={role}
        className="table"
        aria-label={label}
        aria-rowcount={isGrouped ? lines.length + 1 : total === null ? -1 : total + 1}
        aria-colcount={columns.length}
        aria-busy={isFetching}
        onKeyDown={onKeyDown}
        onCopy={copy}
      >
        <TableHead
          columns={columns}
          template={template}
          sorting={props.sorting}
          isSorted={props.isSorted}
          onSort={props.onSort}
        />
        <div role="rowgroup" className="table-body" style={isPrinted ? {} : { height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const line = lines[index]
            if (line === undefined) return null
            const shared = {
              index,
              level: isGrouped ? line.level : undefined,
              isReachable: index === reachable,
              start: isPrinted ? null : start,
              height: isPrinted || isNarrow ? null : rowHeight,
              measure: isNarrow ? virtual.measureElement : undefined,
              onFocus: setCurrent,
            }
            if (line.kind === 'group') {
              const level = groups[line.level - 1]
              if (level === undefined) return null
              return (
                <LineOfGroup
                  key={line.key}
                  {...shared}
                  isOpen={line.isOpen}
                  span={columns.length}
                  onToggle={() => toggle(line.key)}
                >
                  {level.line(line.rows)}
                </LineOfGroup>
              )
            }
            const key = rowKey(line.row)
            return (
              <LineOfRow
                key={key}
                {...shared}
                row={line.row}
                columns={columns}
                template={template}
                onOpen={onOpen}
                hrefOf={props.hrefOf}
                isOpen={key === openKey}
              />
            )
          })}
        </div>
      </div>
    </section>
  )
}
