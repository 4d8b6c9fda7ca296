import { type ImportFault, shownValue } from '../../domain/imports/row.ts'

/** The most faults and the most notes of one import that are printed. All are counted. */
export const MAX_REPORTED = 1000

/** Formats a fault as one line: `line 5, column BREITE (widthCm): "1.5" must be …`. */
export function faultText({ line, column, value, field, detail }: ImportFault): string {
  const place = [...(line === null ? [] : [`line ${line}`]), ...(column === null ? [] : [`column ${column}`])]
  const name = field === null ? '' : place.length === 0 ? field : ` (${field})`
  const shown = value === null ? '' : `${JSON.stringify(shownValue(value))} `
  const where = `${place.join(', ')}${name}`
  return where === '' ? `${shown}${detail}` : `${where}: ${shown}${detail}`
}

/** Counts changes to values by column, for a note at the end. */
export class CleanedColumns {
  readonly #columns = new Map<string, { count: number; line: number }>()

  add(columns: Iterable<string>, line: number): void {
    for (const column of columns) {
      const found = this.#columns.get(column) ?? { count: 0, line }
      this.#columns.set(column, { ...found, count: found.count + 1 })
    }
  }

  notes(): string[] {
    return [...this.#columns].map(([column, { count, line }]) => {
      const values = count === 1 ? '1 value' : `${count} values`
      return `column ${column}: removed white space or invisible characters from ${values}, first in line ${line}`
    })
  }
}
