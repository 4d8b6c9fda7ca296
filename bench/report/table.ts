/** Lines of aligned columns: text at the left, numbers at the right. */
export function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [header, ...rows].map((row) => row.map(String))
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = header.map((_, column) => rows.every((row) => typeof row[column] === 'number' || row[column] === ''))
  const line = (row: readonly string[]) =>
    row.map((cell, column) =>
      isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    )
  return cells.map((row) => line(row).join('  ').trimEnd()).join('\n')
}

/** Rounds to three significant digits. */
export function round(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}

/** Failures with their numbers, as text. */
export function failureText(failures: Record<string, number>): string {
  return Object.entries(failures)
    .map(([failure, count]) => `${failure}: ${count}`)
    .join(', ')
}
