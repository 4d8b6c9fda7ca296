import { type ImportFault, type Row, shownValue } from '../../../domain/imports/row.ts'
import { type Line, linesOf } from '../../feed/event-lines.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads the rows of an NDJSON file. A field inside an object is a column such as `price.amount`. */
export async function* readNdjson(input: AsyncIterable<Buffer>): AsyncGenerator<Row | ImportFault> {
  for await (const line of linesOf(input)) {
    const parsed = parseLine(line)
    if ('detail' in parsed) yield parsed
    else if (!isObject(parsed.json)) yield faultAt(line.number, 'must be a JSON object')
    else yield rowOf(line.number, 'upsert', parsed.json)
  }
}

/**
 * Reads the rows of a file with change events of Debezium, one per line, with or without their schema. Each is the row
 * after the change; a deletion is the row before it. Columns that start with `@` are fields of the event itself, such
 * as `@ts_ms` and `@source.lsn`. Tombstones and messages are skipped, because they describe no row.
 */
export async function* readDebezium(input: AsyncIterable<Buffer>): AsyncGenerator<Row | ImportFault> {
  for await (const line of linesOf(input)) {
    const parsed = parseLine(line)
    const found = 'detail' in parsed ? parsed : changeOf(line.number, parsed.json)
    if (found) yield found
  }
}

const UPSERTS = ['c', 'u', 'r']

function changeOf(line: number, json: unknown): Row | ImportFault | null {
  const event = isObject(json) && 'schema' in json && 'payload' in json ? json.payload : json
  if (event === null) return null
  if (!isObject(event) || typeof event.op !== 'string')
    return faultAt(line, 'must be a change event of Debezium, with op, before, and after. For plain rows, use ndjson')
  if (event.op === 'm') return null
  if (event.op === 't') return faultAt(line, 'empties the whole table. Import the table with --full instead')
  const isDelete = event.op === 'd'
  const row = isDelete ? event.before : event.after
  if (!isDelete && !UPSERTS.includes(event.op)) return faultAt(line, 'has an op other than c, u, r, d, t, and m')
  if (isObject(row)) return rowOf(line, isDelete ? 'delete' : 'upsert', row, event)
  const advice = isDelete ? 'has no before. In PostgreSQL, set REPLICA IDENTITY FULL' : 'has no after'
  return faultAt(line, advice)
}

type Json = Record<string, unknown>

function rowOf(line: number, op: Row['op'], row: Json, event: Json = {}): Row {
  return {
    line,
    op,
    get: (column) => (column.startsWith('@') ? valueAt(event, column.slice(1)) : valueAt(row, column)),
  }
}

function valueAt(row: Json, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column]
  return column
    .split('.')
    .reduce((at: unknown, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), row)
}

/** Parses a line. Numbers become texts with all their digits, because most of them are codes and decimals. */
function parseLine({ number, bytes }: Line): { json: unknown } | ImportFault {
  if (bytes === null) return faultAt(number, 'is longer than any event may be')
  try {
    const keepDigits = (_: string, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value
    return { json: JSON.parse(utf8.decode(bytes), keepDigits) }
  } catch {
    return { ...faultAt(number, 'is not well-formed JSON in UTF-8'), value: shownValue(bytes.toString('utf8')) }
  }
}

function faultAt(line: number, detail: string): ImportFault {
  return { line, column: null, value: null, field: null, detail }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
