import type { BomYield } from '@tenant-data/client'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { decimalParts } from '../../../format/format-decimal.ts'
import { MatrixColumnHeads } from './matrix-column-heads.tsx'
import { type Cell, nextCell } from './matrix-keys.ts'
import { MatrixRow } from './matrix-row.tsx'
import type { ColorwayColumns } from './sku-columns.ts'
import type { MatrixLine } from './yield-matrix.ts'

interface MatrixTableProps {
  lines: readonly MatrixLine[]
  colorways: readonly ColorwayColumns[]
  /** The match key of the yield that is open. */
  openKey: string | undefined
  onOpen: (row: BomYield) => void
}

/** Lines by SKUs. Its heads stay in sight; arrows go from cell to cell, Enter or a click opens what is there. */
export function MatrixTable({ lines, colorways, openKey, onOpen }: MatrixTableProps): ReactNode {
  const table = useRef<HTMLTableElement>(null)
  const [chosen, setChosen] = useState<Cell>({ row: 0, column: 0 })
  const skus = colorways.flatMap((colorway) => colorway.skus)
  const size = { row: lines.length, column: skus.length }
  const current = { row: Math.min(chosen.row, size.row - 1), column: Math.min(chosen.column, size.column - 1) }
  const openAt = ({ row, column }: Cell) => {
    const found = lines[row]?.cells.get(skus[column]?.skuId ?? '')
    if (found) onOpen(found)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellOf(event.target)
    if (cell === null) return
    if (event.key === 'Enter') {
      event.preventDefault()
      return openAt(cell)
    }
    const next = nextCell(event.key, cell, size, event.ctrlKey || event.metaKey)
    if (next === null) return
    event.preventDefault()
    const found = table.current?.tBodies[0]?.rows[next.row]?.cells[next.column + 1]
    found?.focus({ preventScroll: true })
    found?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const places = Math.max(...lines.map(({ cells }) => fractionLength(cells.values())))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="table-scroller matrix-scroller" tabIndex={0} aria-label="Yields of the style, scrollable">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are walked by arrows and opened
        role="grid"
        className="matrix"
        aria-label="Yields of the style"
        style={{ '--places': `${places}ch` } as CSSProperties}
        onKeyDown={onKeyDown}
        onFocus={(event) => setChosen(cellOf(event.target) ?? current)}
        onClick={(event) => {
          const cell = cellOf(event.target)
          if (cell !== null) openAt(cell)
        }}
      >
        <MatrixColumnHeads colorways={colorways} />
        <tbody>
          {lines.map((line, row) => (
            <MatrixRow
              key={line.key}
              line={line}
              colorways={colorways}
              current={row === current.row ? current.column : null}
              openKey={openKey}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The cell that an element is in; null for a head. */
function cellOf(target: EventTarget): Cell | null {
  const cell = target instanceof HTMLElement ? target.closest('td') : null
  const row = cell?.parentElement
  if (!cell || !(row instanceof HTMLTableRowElement)) return null
  return { row: row.sectionRowIndex, column: cell.cellIndex - 1 }
}

/** Of the longest fraction with its point, so that the points of a column stand below each other. */
function fractionLength(rows: Iterable<BomYield>): number {
  return Math.max(0, ...[...rows].map(({ grossYield }) => decimalParts(grossYield).fraction.length))
}
