import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { type Column, nextSorting, type Sorting } from './column.ts'

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  template: string | undefined
  /** The order that the user chose. */
  sorting: Sorting | undefined
  /** Whether the rows are in this order. */
  isSorted: boolean
  onSort: (sort: string | undefined) => void
}

const signs = { ascending: '▲', descending: '▼', none: '' } as const

/** The headings. Each sorts by its column. They are one tab stop, and the left and right arrow keys move between them. */
export function TableHead<Row>({ columns, template, sorting, isSorted, onSort }: TableHeadProps<Row>): ReactNode {
  const [current, setCurrent] = useState(0)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[at + step]?.focus()
    event.preventDefault()
  }
  return (
    <div role="rowgroup" className="table-head">
      <div
        role="row"
        tabIndex={-1}
        aria-rowindex={1}
        className="table-row"
        style={{ gridTemplateColumns: template }}
        onKeyDown={onKeyDown}
      >
        {columns.map(({ name, align = 'left', values }, index) => {
          const isOrder = isSorted && sorting?.column === name
          const order = isOrder ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'
          return (
            <div
              role="columnheader"
              tabIndex={-1}
              key={name}
              className={align}
              aria-sort={values === null ? undefined : order}
            >
              {values === null ? (
                name
              ) : (
                <button
                  type="button"
                  tabIndex={index === Math.min(current, columns.length - 1) ? 0 : -1}
                  onFocus={() => setCurrent(index)}
                  onClick={() => onSort(nextSorting(sorting, name))}
                >
                  {name}
                  {order !== 'none' && <span aria-hidden="true"> {signs[order]}</span>}
                </button>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
