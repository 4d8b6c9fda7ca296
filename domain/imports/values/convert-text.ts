import type { CellMapping, ValueType } from '../../../schemas/imports/field-value.ts'
import type { InputFormat } from '../../../schemas/imports/input-format.ts'
import { parseDecimal } from './parse-decimal.ts'
import { parseTime } from './parse-time.ts'

export type Converted = { value: string | number | boolean } | { fault: string }

const booleans: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, y: true, '1': true },
  ...{ false: false, no: false, n: false, '0': false },
}

/**
 * Converts a text of a table to a type. Decimals and times are texts in the format of events.
 * @param unit the unit of a decimal, if another column contains it
 */
export function convertText(
  text: string,
  type: ValueType,
  cell: CellMapping,
  input: InputFormat,
  unit?: string,
): Converted {
  if (type === 'boolean') return toBoolean(text)
  if (type === 'date' || type === 'time') {
    const parsed = parseTime(text, { format: cell.format, zone: cell.zone ?? input.zone })
    if ('fault' in parsed) return parsed
    return { value: type === 'date' ? parsed.day : parsed.time }
  }
  if (type === 'text') return { value: text }
  const { decimal = input.decimal, thousands = input.thousands, units } = cell
  const parsed = parseDecimal(text, { decimal, thousands, units }, unit)
  return type === 'integer' && 'value' in parsed ? toInteger(parsed.value) : parsed
}

function toBoolean(text: string): Converted {
  const name = text.toLowerCase()
  if (Object.hasOwn(booleans, name)) return { value: booleans[name] === true }
  return { fault: 'must be true, yes, y, 1, false, no, n, or 0. For other values, use map' }
}

/** `7.00` is the integer 7. */
function toInteger(decimal: string): Converted {
  const [whole = '', fraction = ''] = decimal.split('.')
  const number = Number(whole)
  if (/[1-9]/.test(fraction) || !Number.isSafeInteger(number)) return { fault: 'must be an integer' }
  return { value: number === 0 ? 0 : number }
}
