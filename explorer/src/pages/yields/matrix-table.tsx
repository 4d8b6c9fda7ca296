import type { BomYield } from '@tenant-data/client'
import { type CSSProperties, type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react'
import { decimalParts } from '../../format/numbers.ts'
import { type Cell, nextCell } from '../../parts/keyboard.ts'
import { Nothing } from '../../parts/values.tsx'
import type { ColorwayColumns, MatrixLine } from './yield-matrix.ts'
import { YieldAmount } from './yield-panel.tsx'

/** The number of rows that Page Up and Page Down skip. */
const PAGE = 10

interface MatrixTableProps {
  lines: readonly MatrixLine[]
  colorways: readonly ColorwayColumns[]
  /** The match key of the open yield. */
  openKey: string | undefined
  onOpen: (row: BomYield) => void
}

/** Lines by SKUs with sticky headers. Arrow keys move between cells. Enter or a click opens a yield. */
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
    const next = nextCell(event.key, cell, size, { page: PAGE, hasControl: event.ctrlKey || event.metaKey })
    if (next === null) return
    event.preventDefault()
    const found = table.current?.tBodies[0]?.rows[next.row]?.cells[next.column + 1]
    found?.focus({ preventScroll: true })
    found?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const places = Math.max(...lines.map(({ cells }) => fractionLength(cells.values())))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <section className="table-scroller matrix-scroller" tabIndex={0} aria-label="Yields of the style, scrollable">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between its cells
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

/** The cell that contains an element. Null for a header. */
function cellOf(target: EventTarget): Cell | null {
  const cell = target instanceof HTMLElement ? target.closest('td') : null
  const row = cell?.parentElement
  if (!cell || !(row instanceof HTMLTableRowElement)) return null
  return { row: row.sectionRowIndex, column: cell.cellIndex - 1 }
}

/** The length of the longest fraction with its decimal point, by which a column is aligned. */
function fractionLength(rows: Iterable<BomYield>): number {
  return Math.max(0, ...[...rows].map(({ grossYield }) => decimalParts(grossYield).fraction.length))
}

/** The headers of colorways, and of their sizes below. */
function MatrixColumnHeads({ colorways }: { colorways: readonly ColorwayColumns[] }): ReactNode {
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2} className="matrix-corner">
          Line
        </th>
        {colorways.map(({ colorwayCode, skus }) => (
          <th key={colorwayCode} scope="colgroup" colSpan={skus.length} className="colorway-head first">
            <span>{colorwayCode ?? 'No colorway'}</span>
          </th>
        ))}
      </tr>
      <tr>
        {colorways.flatMap(({ skus }) =>
          skus.map(({ skuId, sku, label }, place) => (
            <th key={skuId} scope="col" title={sku} className={place === 0 ? 'size-head first' : 'size-head'}>
              {label}
            </th>
          )),
        )}
      </tr>
    </thead>
  )
}

interface MatrixRowProps {
  line: MatrixLine
  colorways: readonly ColorwayColumns[]
  /** The column of the cell in the tab order, if that cell is in this row. */
  current: number | null
  openKey: string | undefined
}

/** A line with a cell for each SKU. It renders only if its data changed, because there can be thousands of cells. */
const MatrixRow = memo(function MatrixRow({ line, colorways, current, openKey }: MatrixRowProps): ReactNode {
  const skus = colorways.flatMap((colorway) =>
    colorway.skus.map(({ skuId, sku }, place) => ({ skuId, sku, isFirst: place === 0 })),
  )
  return (
    <tr>
      <LineHead line={line.line} />
      {skus.map(({ skuId, sku, isFirst }, column) => {
        const row = line.cells.get(skuId)
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the td of a grid is a gridcell
          <td
            key={skuId}
            data-name={sku}
            tabIndex={column === current ? 0 : -1}
            className={[isFirst && 'first', row && 'opens'].filter(Boolean).join(' ')}
            aria-selected={row !== undefined && row.matchKey === openKey}
          >
            {row ? <YieldAmount value={row.grossYield} of={row} /> : <Nothing />}
          </td>
        )
      })}
    </tr>
  )
})

/** The header of a line: its placement, material, and supplier. */
function LineHead({ line }: { line: BomYield }): ReactNode {
  const { section, placement, material, materialName, supplier, supplierCode, mpn, yieldPerUnits, isPrimary } = line
  const source = [supplier ?? supplierCode, mpn].filter((part) => part !== null).join(' · ')
  return (
    <th scope="row" className="line-cell">
      <div className="line-head">
        <span className="line-placement" title={placement ?? undefined}>
          {placement ?? section ?? `Line ${line.lineNumber}`}
        </span>
        <span className="line-material" title={materialName ?? undefined}>
          <b>{material}</b> {materialName}
        </span>
        <span className="line-section quiet">
          {[placement !== null && section, isPrimary && 'primary', yieldPerUnits !== 1 && `for ${yieldPerUnits}`]
            .filter(Boolean)
            .join(', ')}
        </span>
        <span className="line-source quiet" title={source}>
          {source}
        </span>
      </div>
    </th>
  )
}
