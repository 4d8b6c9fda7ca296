import { plural } from './names.ts'

/** Separates thousands. */
const NARROW_SPACE = '\u202f'
/** Separates a value and its unit, which stay on one line. `%` is a unit. */
const NO_BREAK = '\u00a0'
const MINUS = '\u2212'

interface SignOptions {
  /** Also writes the plus sign. */
  withSign?: boolean
}

interface DecimalParts {
  /** The sign and the whole part, with thousands separated. */
  whole: string
  /** The fraction with its decimal point, empty for a whole number. */
  fraction: string
}

/** Formats an exact decimal from its text, without rounding. */
export function decimalParts(value: string, { withSign = false }: SignOptions = {}): DecimalParts {
  const {
    sign = '',
    whole = value,
    fraction = '',
  } = /^(?<sign>-?)(?<whole>\d+)(?<fraction>\.\d+)?$/.exec(value)?.groups ?? {}
  const isZero = !/[1-9]/.test(whole + fraction)
  const mark = sign === '-' ? MINUS : withSign && !isZero ? '+' : ''
  return { whole: mark + whole.replaceAll(/\B(?=(?:\d{3})+$)/g, NARROW_SPACE), fraction }
}

/** Formats an exact decimal as one text. */
export function formatDecimal(value: string, options: SignOptions = {}): string {
  const { whole, fraction } = decimalParts(value, options)
  return whole + fraction
}

/** An exact decimal with its unit, such as `+1 900.33 MTR`. */
export function formatAmount(value: string, unit: string | null, options: SignOptions = {}): string {
  return formatDecimal(value, options) + (unit === null ? '' : NO_BREAK + unit)
}

/** An exact percentage, such as `−12.9 %`. */
export function formatPercent(value: string, options: SignOptions = {}): string {
  return formatAmount(value, '%', options)
}

/** A number of the API, such as `12 000`. */
export function formatNumber(value: number): string {
  return formatDecimal(String(value))
}

/** A count with its word, as `1 row` or `12 000 rows`. */
export function formatCount(count: number, one: string, many = plural(one)): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** How many of all are shown, as `5 of 1 200`. */
export function formatPart(shown: number, all: number): string {
  return `${formatNumber(shown)} of ${formatNumber(all)}`
}

const byteUnits = ['kB', 'MB', 'GB', 'TB']

/** A number of bytes in its largest unit, such as `640 bytes`, `1.2 kB` or `270 MB`, with at most three digits. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return formatCount(bytes, 'byte')
  let [amount, place] = [bytes / 1000, 0]
  while (amount >= 999.5 && place < byteUnits.length - 1) {
    amount /= 1000
    place += 1
  }
  return formatAmount(amount < 9.95 ? amount.toFixed(1) : String(Math.round(amount)), byteUnits[place] ?? null)
}

/**
 * The length of a bar, from 0 to 1, for a value and the largest one. Decimals are converted to numbers only here and in
 * `placesBetween`.
 */
export function barLength(value: string | null, largest: string | null): number {
  const [length, most] = [Math.abs(Number(value ?? 0)), Math.abs(Number(largest ?? 0))]
  return most > 0 && Number.isFinite(length / most) ? Math.min(1, length / most) : 0
}

/** Where values are between the lowest, 0, and the highest, 1. If all are equal, they are in the middle. */
export function placesBetween(values: readonly string[]): { places: number[]; lowest: string; highest: string } | null {
  const sorted = values.toSorted((a, b) => Number(a) - Number(b))
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  if (lowest === undefined || highest === undefined) return null
  const [from, range] = [Number(lowest), Number(highest) - Number(lowest)]
  return { places: values.map((value) => (range === 0 ? 0.5 : (Number(value) - from) / range)), lowest, highest }
}

/** The unit of a yield, with the number of garments if it is not one, such as `KGM/12`. */
export function unitText({ uom, yieldPerUnits }: { uom: string; yieldPerUnits: number }): string {
  return yieldPerUnits === 1 ? uom : `${uom}/${yieldPerUnits}`
}
