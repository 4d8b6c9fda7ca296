import { type ImportFault, type Row, shownValue } from '../../../domain/imports/row.ts'
import { cleanText } from '../../../domain/imports/values/clean-text.ts'
import { nearestName } from '../../../schemas/checking/nearest-name.ts'
import type { InputFormat } from '../../../schemas/imports/input-format.ts'
import { csvRecords } from './csv-records.ts'
import { decodeText, textLines } from './decode-text.ts'

/**
 * Reads the rows of a CSV file. Only one row is in memory. A line that is not valid CSV is a fault, and the next one is
 * read.
 * @param columns the columns that the mapping reads; a file without one of them has no rows, only faults
 */
export async function* readCsv(
  input: AsyncIterable<Buffer>,
  format: InputFormat,
  columns: ReadonlySet<string>,
): AsyncGenerator<Row | ImportFault> {
  let places: ReadonlyMap<string, number> | null = null
  for await (const { line, values, fault } of csvRecords(textLines(decodeText(input, format.encoding)), format)) {
    if (!places) {
      const names = format.header ?? values.map(cleanText)
      places = placesOf(names)
      const faults = headerFaults(names, columns)
      yield* faults
      if (faults.length > 0) return
      if (!format.header) continue
    }
    if (fault !== null) yield { ...fileFault(fault), line }
    else if (values.length !== places.size) yield widthFault(line, values, places.size)
    else yield rowOf(line, values, places)
  }
  if (!places && !format.header) yield fileFault('has no header line')
}

function placesOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, at) => [name === '' || names.indexOf(name) < at ? `${name} (${at + 1})` : name, at]))
}

/** Columns that the mapping reads and that are missing or not unique. */
function headerFaults(names: readonly string[], columns: ReadonlySet<string>): ImportFault[] {
  return [...columns].flatMap((column) => {
    const count = names.filter((name) => name === column).length
    if (count === 1) return []
    if (count > 1) return [{ ...fileFault('occurs several times in the header'), line: 1, column }]
    const near = nearestName(column, names)
    const meant = near === null ? '.' : `; did you mean ${near}?`
    const shown = names.slice(0, 50).map((name) => shownValue(name))
    const detail = `is not in the header${meant} The columns are ${shown.join(', ')}`
    return [{ ...fileFault(detail), line: 1, column }]
  })
}

function widthFault(line: number, record: readonly string[], columns: number): ImportFault {
  const detail = `has ${record.length} values, but the header has ${columns} columns. Check the delimiter and the quotation marks`
  return { ...fileFault(detail), line }
}

function fileFault(detail: string): ImportFault {
  return { line: null, column: null, value: null, field: null, detail }
}

function rowOf(line: number, record: readonly string[], places: ReadonlyMap<string, number>): Row {
  return { line, op: 'upsert', get: (column) => record[places.get(column) ?? -1] }
}
