import { printable } from '../../domain/text/printable.ts'

/** Formats rows as aligned columns with a header line. Null is shown as a dash. */
export function table(rows: readonly Record<string, unknown>[]): string[] {
  const [first] = rows
  if (!first) return []
  const names = Object.keys(first)
  const cells = rows.map((row) => names.map((name) => cellOf(row[name])))
  const widths = names.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(names), ...cells.map(line)]
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '-'
  const text = Array.isArray(value) ? value.join(',') : String(value)
  return printable(text)
}
