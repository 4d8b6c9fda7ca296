/** One row of a table. */
export interface Row {
  /** Its line in the file, from 1. */
  line: number
  /** `delete` if the source removed the row. */
  op: 'upsert' | 'delete'
  /** The value of a column; undefined if the row does not have it. Numbers of JSON are texts with all their digits. */
  get(column: string): unknown
}

/** What is wrong with a row or file, where, and what is expected. */
export interface ImportFault {
  /** Null if the fault concerns the whole file. */
  line: number | null
  column: string | null
  /** The value in the file, at most 100 characters. Null if the fault does not concern a single value. */
  value: string | null
  /** The field of the event that the value is for. */
  field: string | null
  detail: string
}

const MAX_SHOWN = 100

/** A value as a fault shows it. */
export function shownValue(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/** A path as people write it: `references[0].value`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}${text === '' ? '' : '.'}${String(key)}`),
    '',
  )
}
