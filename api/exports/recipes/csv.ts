import { stringify } from 'csv-stringify/sync'
import { startsFormula } from '../../../domain/text/starts-formula.ts'
import type { ExportKind } from '../../../schemas/exports.ts'
import type { LongReader } from '../../core/context.ts'
import { keyOfDocument, keyOfRow, mapReadable } from '../../core/unreadable.ts'

/** What a field of a record may be; null is an empty field. */
export type CsvValue = string | number | boolean | null

/** Some text of a file, and how many whole records it holds. */
export interface CsvPart {
  text: string
  rows: number
}

const options = {
  record_delimiter: '\r\n',
  // A line break of any sort has to be quoted, not only the one that ends records.
  quoted_match: /[\r\n]/,
  cast: { boolean: (value: boolean) => String(value), string: guarded },
}

/** Numbers are no formulas, whatever their sign. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/** Text as it stands in a file: a quote in front of what a spreadsheet would take for a formula. */
export function guarded(text: string): string {
  return startsFormula(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** Records as RFC 4180 has them, each with its line end. */
export function csvRecords(records: readonly (readonly CsvValue[])[]): string {
  return stringify(records as CsvValue[][], options)
}

/** Neighbouring fields of a record without a line end: fields that many records share are written once. */
export function csvFields(fields: readonly CsvValue[]): string {
  return stringify([fields as CsvValue[]], { ...options, eof: false })
}

const RECORDS_AT_ONCE = 500

/** Makes records of an item; one of which none can be made, or that does not fit its schema, is left out of the file. */
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

/** A part for some of the records at a time, and at the end for the last ones. */
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
