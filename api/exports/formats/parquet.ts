import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { ExportColumn } from '../../../schemas/exports/export-columns.ts'
import { elementOf, valuesOf } from './parquet-column.ts'
import { type Cell, type FileContents, type Row, SharedCells } from './row.ts'

/**
 * A row group has this many rows, or fewer if their texts have this many characters. Its cells are kept until it is
 * complete, and a column of it is encoded without a pause: larger groups hold up requests of the same process.
 */
const ROWS_IN_GROUP = 10_000
const LENGTH_OF_GROUP = 16 * 1024 * 1024

/** Encodes a file as Apache Parquet. Each piece is a column of a row group. */
export async function* encodeParquet({ columns, parts }: FileContents): AsyncGenerator<Buffer> {
  const file = new ParquetFile(columns)
  let group = new RowGroup(columns)
  for await (const rows of parts) {
    for (const row of rows) group.add(row)
    if (!group.isFull) continue
    yield* file.writeGroup(group)
    group = new RowGroup(columns)
  }
  if (group.rows > 0) yield* file.writeGroup(group)
  yield file.finish()
}

/** The rows of a group, by column. */
class RowGroup {
  rows = 0
  readonly cells: Cell[][]
  #length = 0

  constructor(columns: readonly ExportColumn[]) {
    this.cells = columns.map(() => [])
  }

  get isFull(): boolean {
    return this.rows >= ROWS_IN_GROUP || this.#length >= LENGTH_OF_GROUP
  }

  add(row: Row): void {
    let at = 0
    const push = (cell: Cell) => {
      this.cells[at]?.push(cell)
      at += 1
      if (typeof cell === 'string') this.#length += cell.length
    }
    for (const part of row) {
      if (part instanceof SharedCells) part.cells.forEach(push)
      else push(part)
    }
    this.rows += 1
  }
}

/** A file whose row groups are written column by column, so that requests of the same process can run in between. */
class ParquetFile {
  readonly #columns: readonly ExportColumn[]
  readonly #writer = new ByteWriter()
  readonly #parquet: ParquetWriter
  #rows = 0

  constructor(columns: readonly ExportColumn[]) {
    this.#columns = columns
    this.#parquet = new ParquetWriter({
      writer: this.#writer,
      schema: [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)],
      createdBy: 'tenant-data-api',
    })
  }

  /**
   * The library encodes all columns of a group in one call, which would block the process for a second. So each column
   * is written as a group of its own, and their descriptions become one.
   */
  *writeGroup({ cells, rows }: RowGroup): Generator<Buffer> {
    const { row_groups: groups } = this.#parquet
    const start = groups.length
    for (const [at, column] of this.#columns.entries()) {
      const data = valuesOf(column, cells[at] ?? [])
      this.#parquet.write({ columnData: [{ name: column.name, data, ...encodingOf(column) }], rowGroupSize: rows })
      yield this.#written()
    }
    const ofColumns = groups.splice(start)
    groups.push({
      columns: ofColumns.flatMap((group) => group.columns),
      num_rows: BigInt(rows),
      total_byte_size: ofColumns.reduce((sum, group) => sum + group.total_byte_size, 0n),
      total_compressed_size: ofColumns.reduce((sum, group) => sum + (group.total_compressed_size ?? 0n), 0n),
    })
    this.#rows += rows
  }

  finish(): Buffer {
    this.#parquet.num_rows = BigInt(this.#rows)
    this.#parquet.finish()
    return this.#written()
  }

  /** Takes a copy of the bytes that were written since the last call, because their buffer is used again. */
  #written(): Buffer {
    const bytes = Buffer.from(this.#writer.getBytes())
    this.#writer.index = 0
    return bytes
  }
}

/** Some readers do not know the encoding that the library selects for booleans. */
function encodingOf({ type }: ExportColumn): { encoding?: 'PLAIN' } {
  return type === 'boolean' ? { encoding: 'PLAIN' } : {}
}
