import { stringify } from 'csv-stringify/sync'
import { startsFormula } from '../../../domain/text/starts-formula.ts'
import { type Cell, type FileContents, type Row, SharedCells, textPieces } from './row.ts'

const options = {
  eof: false,
  // Fields with any kind of line break must be quoted, not only those with the CRLF that ends records.
  record_delimiter: '\r\n',
  quoted_match: /[\r\n]/,
  cast: { boolean: (value: boolean) => String(value), string: guarded },
}

const BYTE_ORDER_MARK = '\uFEFF'

/** Matches numbers, which spreadsheets do not read as formulas even with a sign. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/** Text as it is written to a file. A text that a spreadsheet would read as a formula gets a leading quote. */
export function guarded(text: string): string {
  return startsFormula(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** Encodes adjacent fields of a record as RFC 4180, without a line end. */
export function csvFields(cells: readonly Cell[]): string {
  return stringify([cells as Cell[]], options)
}

/** Encodes a file as RFC 4180, with a header line. */
export function encodeCsv({ columns, parts, hasByteOrderMark }: FileContents): AsyncGenerator<Buffer> {
  const header = `${csvFields(columns.map(({ name }) => name))}\r\n`
  return textPieces((hasByteOrderMark ? BYTE_ORDER_MARK : '') + header, parts, createCsvRecord())
}

/** Returns a function that encodes rows as records, each with its line end. It encodes shared cells once. */
export function createCsvRecord(): (row: Row) => string {
  const shared = new WeakMap<SharedCells, string>()
  const fieldsOf = (cells: SharedCells) => {
    const known = shared.get(cells)
    if (known !== undefined) return known
    const made = csvFields(cells.cells)
    shared.set(cells, made)
    return made
  }
  return (row) => `${row.map((part) => (part instanceof SharedCells ? fieldsOf(part) : fieldOf(part))).join(',')}\r\n`
}

/** Matches texts that need neither quotes nor a guard. The library takes a microsecond to find that out. */
const PLAIN = /^[A-Za-z0-9][\w .:/-]*$/

function fieldOf(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'string' && !PLAIN.test(cell) ? csvFields([cell]) : String(cell)
}
