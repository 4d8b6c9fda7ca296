import type { ExportColumn } from '../../../schemas/exports/export-columns.ts'

/**
 * The value of a row in a column, as the API returns it: decimals and times are strings. Null and an empty string are
 * an empty cell.
 */
export type Cell = string | number | boolean | null

/** The cells of adjacent columns that many rows share, as one object. Formats of text encode them once. */
export class SharedCells {
  readonly cells: readonly Cell[]

  constructor(cells: readonly Cell[]) {
    this.cells = cells
  }
}

/** The cells of a row in the order of the columns. */
export type Row = readonly (Cell | SharedCells)[]

/** The rows of a file in parts, and what some formats need to know in addition. */
export interface FileContents {
  columns: readonly ExportColumn[]
  parts: AsyncIterable<readonly Row[]>
  /** Whether a CSV file starts with a byte order mark. */
  hasByteOrderMark: boolean
}

/** Encodes the contents of a file. The pieces are small enough for requests of the same process to run in between. */
export type EncodeFile = (contents: FileContents) => AsyncGenerator<Buffer>

/** Text is encoded in pieces of about this many characters. */
const PIECE_LENGTH = 64 * 1024

/** Encodes text in pieces: what comes before the rows, and the text of each row. */
export async function* textPieces(
  start: string,
  parts: AsyncIterable<readonly Row[]>,
  textOf: (row: Row) => string,
): AsyncGenerator<Buffer> {
  let text = start
  for await (const rows of parts) {
    for (const row of rows) text += textOf(row)
    if (text.length < PIECE_LENGTH) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}
