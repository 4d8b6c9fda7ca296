import type { ClipboardEvent } from 'react'
import type { Column } from './column.ts'
import { copyText } from './copy-text.ts'
import type { Line } from './grouping.ts'

/**
 * Returns a handler that copies the rows of a selection as tab-separated text, or the row with the focus if nothing is
 * selected. A selection within one cell is copied as it is.
 */
export function createCopyHandler<Row>(columns: readonly Column<Row>[], lines: readonly Line<Row>[]) {
  return (event: ClipboardEvent<HTMLElement>): void => {
    const rows = copiedIndexes(event.currentTarget).flatMap((index) => {
      const line = lines[index]
      return line?.kind === 'row' ? [line.row] : []
    })
    if (rows.length === 0) return
    event.clipboardData.setData('text/plain', copyText(columns, rows))
    event.preventDefault()
  }
}

function copiedIndexes(table: HTMLElement): number[] {
  const selection = document.getSelection()
  const indexOf = (row: Element | null | undefined) => Number(row?.getAttribute('data-index') ?? Number.NaN)
  if (selection === null || selection.isCollapsed) {
    const index = indexOf(document.activeElement?.closest('[role="row"]'))
    return Number.isNaN(index) ? [] : [index]
  }
  const [start, end] = [selection.anchorNode, selection.focusNode].map(cellOf)
  if (start === end && start !== null) return []
  return [...table.querySelectorAll('.table-body > [role="row"]')]
    .filter((row) => selection.containsNode(row, true))
    .map(indexOf)
    .sort((a, b) => a - b)
}

function cellOf(node: Node | null): Element | null {
  const element = node instanceof Element ? node : (node?.parentElement ?? null)
  return element?.closest('[role="cell"], [role="gridcell"]') ?? null
}
