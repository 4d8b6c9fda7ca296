export interface Place {
  row: number
  column: number
}

/** The cell that a key leads to, or null for a key that leads nowhere. */
export function nextCell(key: string, { row, column }: Place, rows: number, columns: number): Place | null {
  const within = (place: Place): Place => ({
    row: Math.max(0, Math.min(rows - 1, place.row)),
    column: Math.max(0, Math.min(columns - 1, place.column)),
  })
  const steps: Record<string, Place> = {
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    Home: { row, column: 0 },
    End: { row, column: columns - 1 },
  }
  const next = steps[key]
  return next === undefined ? null : within(next)
}
