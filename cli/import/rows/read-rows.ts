import type { ImportFault, Row } from '../../../domain/imports/row.ts'
import type { InputFormat } from '../../../schemas/imports/input-format.ts'
import { readCsv } from './read-csv.ts'
import { readDebezium, readNdjson } from './read-json.ts'

/** Reads the rows of a table in any format. What cannot be read is a fault, and the next row is read. */
export function readRows(
  input: AsyncIterable<Buffer>,
  format: InputFormat,
  columns: ReadonlySet<string>,
): AsyncGenerator<Row | ImportFault> {
  if (format.format === 'csv') return readCsv(input, format, columns)
  return format.format === 'ndjson' ? readNdjson(input) : readDebezium(input)
}

export function isFault(found: Row | ImportFault): found is ImportFault {
  return 'detail' in found
}
