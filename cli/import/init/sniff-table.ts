import { cleanText } from '../../../domain/imports/values/clean-text.ts'
import { parseTime } from '../../../domain/imports/values/parse-time.ts'
import { InputFormat } from '../../../schemas/imports/input-format.ts'
import { csvRecords } from '../rows/csv-records.ts'
import { decodeText, textLines } from '../rows/decode-text.ts'

/** What the beginning of a CSV file shows about its format and its columns. */
export interface SniffedTable {
  input: InputFormat
  columns: SniffedColumn[]
}

export interface SniffedColumn {
  name: string
  /** The first value that is not empty, or null. */
  example: string | null
  /** The format of its dates, or null if its values are not dates. */
  dateFormat: string | null
}

const SAMPLE_ROWS = 1000
const DELIMITERS = [';', ',', '\t', '|']
const DATE_FORMATS = [
  'iso',
  'dd.MM.yyyy',
  'dd.MM.yyyy HH:mm',
  'dd.MM.yyyy HH:mm:ss',
  'yyyyMMdd',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
]
const EMPTY = ['NULL', 'null', '-', 'n/a', 'N/A', '#N/A']

/** Guesses the format of a CSV file from its first bytes. Values of a column decide the format of its dates. */
export async function sniffTable(bytes: Buffer): Promise<SniffedTable> {
  const encoding = encodingOf(bytes)
  const first = new TextDecoder(encoding).decode(bytes).split('\n', 1)[0] ?? ''
  const delimiter = DELIMITERS.toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ','
  const format = InputFormat.parse({ encoding, delimiter })
  const rows: string[][] = []
  const records = csvRecords(textLines(decodeText(oneChunk(bytes), encoding)), format)
  for await (const { values, fault } of records) {
    if (fault === null) rows.push(values.map(cleanText))
    if (rows.length > SAMPLE_ROWS) break
  }
  const [names = [], ...samples] = rows
  const values = samples.flat()
  const empty = EMPTY.filter((text) => values.includes(text))
  const isComma =
    values.filter((text) => /^-?\d+,\d+( |$)/.test(text)).length >
    values.filter((text) => /^-?\d+\.\d+( |$)/.test(text)).length
  const isGrouped = values.some((text) => (isComma ? /^\d{1,3}(\.\d{3})+,\d/ : /^\d{1,3}(,\d{3})+\.\d/).test(text))
  const input = { ...format, decimal: isComma ? ',' : '.', empty } as const
  return {
    input: isGrouped ? { ...input, thousands: isComma ? '.' : ',' } : input,
    columns: names.map((name, at) =>
      sniffedColumn(
        name,
        samples.map((row) => row[at] ?? '').filter((text) => text !== '' && !empty.includes(text)),
      ),
    ),
  }
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

function encodingOf(bytes: Buffer): InputFormat['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  try {
    // The last character may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

function sniffedColumn(name: string, values: readonly string[]): SniffedColumn {
  const isDate = (format: string) => values.every((text) => !('fault' in parseTime(text, { format, zone: 'UTC' })))
  const dateFormat = values.length === 0 ? null : (DATE_FORMATS.find(isDate) ?? null)
  return { name, example: values[0] ?? null, dateFormat }
}
