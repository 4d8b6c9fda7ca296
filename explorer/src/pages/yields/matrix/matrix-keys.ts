export interface Cell {
  row: number
  column: number
}

/** Rows that Page Up and Page Down go over. */
const PAGE = 10

/** The cell that a key leads to, or null for a key that leads nowhere: Home and End stay in the line, with Control they do not. */
export function nextCell(key: string, { row, column }: Cell, size: Cell, hasControl: boolean): Cell | null {
  const [lastRow, lastColumn] = [size.row - 1, size.column - 1]
  const steps: Record<string, Cell> = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + PAGE, column },
    PageUp: { row: row - PAGE, column },
    Home: { row: hasControl ? 0 : row, column: 0 },
    End: { row: hasControl ? lastRow : row, column: lastColumn },
  }
  const next = steps[key]
  if (next === undefined) return null
  const within = (value: number, last: number) => Math.max(0, Math.min(last, value))
  return { row: within(next.row, lastRow), column: within(next.column, lastColumn) }
}
