import { stringify } from 'csv-stringify/sync'
import { startsFormula } from '../../../domain/text/starts-formula.ts'
import type { ExportKind } from '../../../schemas/exports.ts'
import type { LongReader } from '../../core/context.ts'
import { keyOfDocument, keyOfRow, mapReadable } from '../../core/unreadable.ts'

/** The value of a field; null is an empty field. */
export type CsvValue = string | number | boolean | null

/** A part of a file, and the number of whole records in it. */
export interface CsvPart {
  text: string
  rows: number
}

const options = {
  record_delimiter: '\r\n',
  // Fields with any kind of line break must be quoted, not only those with the CRLF that ends records.
  quoted_match: /[\r\n]/,
  cast: { boolean: (value: boolean) => String(value), string: guarded },
}

/** Matches numbers, which spreadsheets do not read as formulas even with a sign. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/** Text as it is written to a file. A text that a spreadsheet would read as a formula gets a leading quote. */
export function guarded(text: string): string {
  return startsFormula(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** Encodes records as RFC 4180, each with its line end. */
export function csvRecords(records: readonly (readonly CsvValue[])[]): string {
  return stringify(records as CsvValue[][], options)
}

/** Encodes adjacent fields of a record without a line end, so that fields that many records share are encoded once. */
export function csvFields(fields: readonly CsvValue[]): string {
  return stringify([fields as CsvValue[]], { ...options, eof: false })
}

const RECORDS_AT_ONCE = 500

/** Converts an item to records. If that fails, or if the item does not fit its schema, the file leaves the item out. */
export function readableRecords<T>(
  reader: LongReader,
  where: ExportKind,
  recordsOf: (item: T) => readonly (readonly CsvValue[])[],
): (item: T) => readonly (readonly CsvValue[])[] {
  return (item) => mapReadable(reader, where, [item], keyOfItem, recordsOf).flat()
}

function keyOfItem(item: unknown): string {
  return (typeof item === 'string' ? keyOfDocument(item) : keyOfRow(item)) ?? 'unknown'
}

/** Yields a part whenever enough records have been collected, and the last records at the end. */
export async function* partsOf<T>(
  items: AsyncIterable<T>,
  recordsOf: (item: T) => Iterable<readonly CsvValue[]>,
): AsyncGenerator<CsvPart> {
  let records: (readonly CsvValue[])[] = []
  for await (const item of items) {
    for (const record of recordsOf(item)) {
      records.push(record)
      if (records.length < RECORDS_AT_ONCE) continue
      yield { text: csvRecords(records), rows: records.length }
      records = []
    }
  }
  if (records.length > 0) yield { text: csvRecords(records), rows: records.length }
}
