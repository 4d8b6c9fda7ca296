/** The row to which a key moves, or null if the key moves nowhere. `page` is the number of visible rows. */
export function nextRow(key: string, current: number, count: number, page: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + page,
    PageUp: current - page,
    Home: 0,
    End: count - 1,
  }
  const next = steps[key]
  return next === undefined ? null : Math.max(0, Math.min(count - 1, next))
}

/**
 * The option to which an arrow moves the mark, cyclically, starting at the first or the last one. Options are
 * identified by keys instead of indexes, because the list can change between two key presses and lose the marked
 * option.
 */
export function nextMarked(keys: readonly string[], marked: string | null, arrow: 'ArrowDown' | 'ArrowUp') {
  const at = marked === null ? -1 : keys.indexOf(marked)
  return (arrow === 'ArrowDown' ? (keys[at + 1] ?? keys[0]) : keys.at(at < 0 ? -1 : at - 1)) ?? null
}

export interface Cell {
  row: number
  column: number
}

interface CellSteps {
  /** The number of rows that Page Up and Page Down skip. Without it, these keys move nowhere. */
  page?: number
  /** With Control, Home and End move to the first and the last row. */
  hasControl?: boolean
}

/** The cell to which a key moves in a grid of `rows` and `columns`, or null if the key moves nowhere. */
export function nextCell(
  key: string,
  { row, column }: Cell,
  size: Cell,
  { page, hasControl = false }: CellSteps = {},
): Cell | null {
  const [lastRow, lastColumn] = [size.row - 1, size.column - 1]
  const steps: Record<string, Cell> = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    Home: { row: hasControl ? 0 : row, column: 0 },
    End: { row: hasControl ? lastRow : row, column: lastColumn },
    ...(page !== undefined && { PageDown: { row: row + page, column }, PageUp: { row: row - page, column } }),
  }
  const next = steps[key]
  if (next === undefined) return null
  const within = (value: number, last: number) => Math.max(0, Math.min(last, value))
  return { row: within(next.row, lastRow), column: within(next.column, lastColumn) }
}
