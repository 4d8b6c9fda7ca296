import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react'
import type { Column } from './column.ts'

interface LineProps {
  /** The index among the visible lines. */
  index: number
  /** The level in a grouped table. Undefined in another. */
  level: number | undefined
  /** Whether the Tab key reaches the line. */
  isReachable: boolean
  /** The distance from the first line in pixels. Null on paper, where lines follow each other. */
  start: number | null
  /** In pixels. Null if the contents determine it. */
  height: number | null
  /** Measures the height of a card. */
  measure: ((element: HTMLElement | null) => void) | undefined
  /** Called with the index. */
  onFocus: (index: number) => void
}

interface RowLineProps<Row> extends LineProps {
  row: Row
  columns: readonly Column<Row>[]
  template: string | undefined
  onOpen: ((row: Row) => void) | undefined
  hrefOf: ((row: Row) => string | undefined) | undefined
  isOpen: boolean
}

/** A row. Its first cell is a link, so that the row can also be opened in a new tab. Scrolling does not render it again. */
export const LineOfRow = memo(RowLine) as typeof RowLine

function RowLine<Row>(props: RowLineProps<Row>): ReactNode {
  const { index, level, row, columns, template, onOpen, hrefOf } = props
  const onClick = (event: MouseEvent) => {
    // The browser opens a new tab, or the user has selected text to copy it.
    if (event.ctrlKey || event.metaKey || event.shiftKey || document.getSelection()?.isCollapsed === false) return
    if (event.target instanceof Element && event.target.closest('.row-link') !== null) event.preventDefault()
    onOpen?.(row)
  }
  const href = hrefOf?.(row)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table handles the keys of all rows
    <div
      role="row"
      ref={props.measure}
      data-index={index}
      className={onOpen ? 'table-row opens' : 'table-row'}
      aria-rowindex={index + 2}
      aria-level={level}
      aria-selected={onOpen ? props.isOpen : undefined}
      tabIndex={props.isReachable ? 0 : -1}
      style={{ ...styleOf(props), gridTemplateColumns: template }}
      onFocus={() => props.onFocus(index)}
      onClick={onClick}
    >
      {columns.map(({ name, align = 'left', cell }, column) => (
        <div
          role={onOpen || level !== undefined ? 'gridcell' : 'cell'}
          tabIndex={onOpen ? -1 : undefined}
          key={name}
          className={align}
          data-name={name}
        >
          {column === 0 && href !== undefined ? (
            <a className="row-link" href={href} tabIndex={-1} draggable={false}>
              {cell(row)}
            </a>
          ) : (
            cell(row)
          )}
        </div>
      ))}
    </div>
  )
}

interface GroupLineProps extends LineProps {
  isOpen: boolean
  /** The number of columns. */
  span: number
  onToggle: () => void
  children: ReactNode
}

/** The line of a group, which opens and closes it. */
export function LineOfGroup(props: GroupLineProps): ReactNode {
  const { index, level, isOpen, span, onToggle, children } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table handles the keys of all rows
    <div
      role="row"
      ref={props.measure}
      data-index={index}
      className={`table-row opens group level-${level}`}
      aria-rowindex={index + 2}
      aria-level={level}
      aria-expanded={isOpen}
      tabIndex={props.isReachable ? 0 : -1}
      style={styleOf(props)}
      onFocus={() => props.onFocus(index)}
      onClick={onToggle}
    >
      <div role="gridcell" tabIndex={-1} aria-colspan={span}>
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {children}
      </div>
    </div>
  )
}

function styleOf({ start, height }: Pick<LineProps, 'start' | 'height'>): CSSProperties {
  return { ...(height !== null && { height }), ...(start !== null && { transform: `translateY(${start}px)` }) }
}
