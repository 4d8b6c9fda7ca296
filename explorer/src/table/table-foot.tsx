import { type ReactNode, useId, useState } from 'react'
import { formatCount, formatNumber, formatPart } from '../format/numbers.ts'
import type { Column, Sorting } from './column.ts'
import { copyText } from './copy-text.ts'
import type { TableList } from './table.tsx'
import type { Loading } from './use-loading.ts'

interface TableFootProps<Row> {
  columns: readonly Column<Row>[]
  /** The columns that are not hidden. */
  shown: readonly Column<Row>[]
  rows: readonly Row[]
  list: TableList<Row>
  total: number | undefined
  loading: Loading
  sorting: Sorting | undefined
  onChange: (change: { sort?: string | undefined; hide?: string[] | undefined }) => void
  onLoadAll: () => void
}

/** The number of rows, and what can be done with all of them. */
export function TableFoot<Row>(props: TableFootProps<Row>): ReactNode {
  const { shown, rows, list, total, loading } = props
  const { hasMore, isFetching } = list
  return (
    <div className="table-bottom">
      <p className="table-foot" role="status">
        {rowsText(rows.length, total, hasMore)}
        {loadingText(loading, isFetching)}
      </p>
      {loading === 'paused' && (
        <button type="button" onClick={list.loadMore}>
          Load more
        </button>
      )}
      {hasMore && loading !== 'all' && loading !== 'many' && (
        <button type="button" onClick={props.onLoadAll}>
          Load all
        </button>
      )}
      <span className="table-tools">
        <CopyRows columns={shown} rows={rows} />
        <View {...props} />
      </span>
    </div>
  )
}

function rowsText(loaded: number, total: number | undefined, hasMore: boolean): string {
  const count = formatCount(loaded, 'row')
  if (!hasMore) return count
  return `${count}${total === undefined ? '' : ` of ${formatNumber(total)}`} loaded; scroll for more.`
}

function loadingText(loading: Loading, isFetching: boolean): string {
  if (loading === 'all') return ' Loading all rows …'
  if (loading === 'many') return ' There are too many rows to sort or group them. Filter them first.'
  return isFetching ? ' Loading more …' : ''
}

/** Copies the loaded rows, for a spreadsheet. */
function CopyRows<Row>({ columns, rows }: { columns: readonly Column<Row>[]; rows: readonly Row[] }): ReactNode {
  const [result, setResult] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copyText(columns, rows))
      setResult(` Copied ${formatCount(rows.length, 'row')}`)
    } catch {
      setResult(' The browser blocked copying')
    }
  }
  return (
    <>
      <span role="status">{result}</span>
      <button
        type="button"
        title="As tab-separated text, to paste into a spreadsheet"
        onClick={() => void copy()}
        onBlur={() => setResult('')}
      >
        Copy rows
      </button>
    </>
  )
}

/** Chooses the columns and the order. */
function View<Row>(props: TableFootProps<Row>): ReactNode {
  const { columns, shown } = props
  const [isOpen, setOpen] = useState(false)
  const count = columns.length - shown.length
  return (
    <details className="table-view" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Columns{count > 0 && ` (${formatPart(shown.length, columns.length)})`}</summary>
      {isOpen && <ViewChoice {...props} />}
    </details>
  )
}

function ViewChoice<Row>({ columns, shown, sorting, onChange }: TableFootProps<Row>): ReactNode {
  const sortId = useId()
  const hide = columns.filter((column) => !shown.includes(column)).map(({ name }) => name)
  const toggle = (name: string) => {
    const changed = hide.includes(name) ? hide.filter((one) => one !== name) : [...hide, name]
    onChange({ hide: changed.length === 0 ? undefined : changed })
  }
  return (
    <>
      <fieldset>
        <legend>Show</legend>
        {columns.map(({ name }) => (
          <label key={name} className="check">
            <input
              type="checkbox"
              checked={!hide.includes(name)}
              disabled={shown.length === 1 && !hide.includes(name)}
              onChange={() => toggle(name)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <div className="filter">
        <label htmlFor={sortId}>Sort by</label>
        <select
          id={sortId}
          value={sorting === undefined ? '' : `${sorting.isDescending ? '-' : ''}${sorting.column}`}
          onChange={({ target }) => onChange({ sort: target.value === '' ? undefined : target.value })}
        >
          <option value="">Default order</option>
          {columns
            .filter(({ values }) => values !== null)
            .flatMap(({ name }) => [
              <option key={name} value={name}>{`${name}, ascending`}</option>,
              <option key={`-${name}`} value={`-${name}`}>{`${name}, descending`}</option>,
            ])}
        </select>
      </div>
    </>
  )
}
