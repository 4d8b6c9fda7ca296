import type { SchemaElement } from 'hyparquet-writer'
import type { ExportColumn } from '../../../schemas/exports/export-columns.ts'
import type { Cell } from './row.ts'

/** Digits of a decimal before and after its point, by the contract of the API. */
const INTEGER_DIGITS = 10
const SCALE = 16
/** The least number of bytes that hold a signed number of 26 digits. */
const DECIMAL_BYTES = 11

type Element = Omit<SchemaElement, 'name' | 'repetition_type'>
type Value = string | bigint | boolean

/** The Parquet type of each type of column, and how a cell becomes its value. */
const types: Readonly<Record<ExportColumn['type'], { element: Element; parse(cell: string): Value }>> = {
  text: {
    element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
    parse: (cell) => cell,
  },
  decimal: {
    element: {
      type: 'FIXED_LEN_BYTE_ARRAY',
      type_length: DECIMAL_BYTES,
      converted_type: 'DECIMAL',
      precision: INTEGER_DIGITS + SCALE,
      scale: SCALE,
      logical_type: { type: 'DECIMAL', precision: INTEGER_DIGITS + SCALE, scale: SCALE },
    },
    parse: unscaled,
  },
  // Without a logical type, which the library writes with the wrong width, so that no other reader opens the file.
  integer: { element: { type: 'INT64' }, parse: BigInt },
  boolean: { element: { type: 'BOOLEAN' }, parse: truth },
  time: {
    element: {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    },
    parse: millisecondsOf,
  },
}

/** A column as an element of the schema. Every column can be null. */
export function elementOf({ name, type }: ExportColumn): SchemaElement {
  return { name, repetition_type: 'OPTIONAL', ...types[type].element }
}

/**
 * Converts cells to the values of a column. Equal cells are converted once.
 * @throws RangeError, SyntaxError at a cell that the type cannot hold exactly
 */
export function valuesOf({ type }: ExportColumn, cells: readonly Cell[]): (Value | null)[] {
  const { parse } = types[type]
  const known = new Map<Cell, Value | null>([
    [null, null],
    ['', null],
  ])
  return cells.map((cell) => {
    const found = known.get(cell)
    if (found !== undefined) return found
    const made = parse(String(cell))
    known.set(cell, made)
    return made
  })
}

const DECIMAL = new RegExp(`^(-?)(\\d{1,${INTEGER_DIGITS}})(?:\\.(\\d{1,${SCALE}}))?$`)

/** A decimal times 10 to the power of the scale. It is never rounded. */
function unscaled(text: string): bigint {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? []
  if (whole === undefined) throw new RangeError(`${text} does not fit a decimal of a Parquet file`)
  return BigInt(`${sign}${whole}${fraction.padEnd(SCALE, '0')}`)
}

function truth(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new RangeError(`${text} is not a boolean`)
  return text === 'true'
}

function millisecondsOf(text: string): bigint {
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds)) throw new RangeError(`${text} is not a time`)
  return BigInt(milliseconds)
}
