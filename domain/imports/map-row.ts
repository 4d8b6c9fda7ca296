import { type Fault, MAX_FAULTS } from '../../schemas/checking/check-value.ts'
import type { Evaluate, Path, Reports } from './compile-value.ts'
import { type ImportFault, pathText, type Row, shownValue } from './row.ts'

interface Origin {
  path: string
  column: string
  value: unknown
}

/** Evaluates the values of one row, and collects its faults and where its values come from. */
export class RowReading {
  readonly faults: ImportFault[] = []
  /** The columns from whose values characters were removed. */
  readonly cleaned = new Set<string>()
  readonly #row: Row
  readonly #origins: Origin[] = []

  constructor(row: Row) {
    this.#row = row
  }

  evaluate(value: Evaluate, path: Path): unknown {
    const reports: Reports = {
      fault: (at, column, sent, detail) => this.add(column, sent, pathText(at), detail),
      origin: (at, column, sent) => void this.#origins.push({ path: pathText(at), column, value: sent }),
      cleaned: (column) => void this.cleaned.add(column),
    }
    return value(this.#row, path, reports)
  }

  /** Adds a fault, up to the limit. A column that is both the key and a field is reported once. */
  add(column: string | null, value: unknown, field: string | null, detail: string): void {
    if (this.faults.length >= MAX_FAULTS) return
    const isKnown = this.faults.some((one) => one.column === column && one.detail === detail)
    if (!isKnown) this.faults.push({ line: this.#row.line, column, value: shownValue(value), field, detail })
  }

  /**
   * Adds the faults of the data that was made from the row, with the columns that its fields come from. A value that was
   * rejected already is missing in the data, which is no second fault.
   */
  addFaultsOfData(faults: readonly Fault[]): void {
    const known = this.faults.map(({ field }) => field ?? '')
    for (const { path, detail } of faults) {
      const field = path.length === 0 ? null : pathText(path)
      if (field !== null && known.some((one) => isSame(one, field))) continue
      const { column = null, value = null } = this.#originOf(path as Path) ?? {}
      this.add(column, value, field, detail)
    }
  }

  /** The column that a field comes from: that of the field itself, or of the object or list that contains it. */
  #originOf(path: Path): Origin | undefined {
    if (path.length === 0) return undefined
    for (let length = path.length; length > 0; length--) {
      const found = this.#origins.find((origin) => origin.path === pathText(path.slice(0, length)))
      if (found) return found
    }
    return this.#origins.find((origin) => origin.path.startsWith(pathText(path)))
  }
}

/** Whether one of two fields is the other, or contains it. */
function isSame(a: string, b: string): boolean {
  const isIn = (inner: string, outer: string) => inner === outer || /^[.[]/.test(inner.slice(outer.length))
  return (a.startsWith(b) && isIn(a, b)) || (b.startsWith(a) && isIn(b, a))
}
