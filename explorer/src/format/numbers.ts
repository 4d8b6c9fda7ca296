/** A count with its word, as `1 row` or `12,000 rows`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
}

const byteUnits = ['kB', 'MB', 'GB', 'TB']

/** A number of bytes in its largest unit, such as `640 bytes`, `1.2 kB` or `270 MB`, with at most three digits. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  let [amount, place] = [bytes / 1000, 0]
  while (amount >= 999.5 && place < byteUnits.length - 1) {
    amount /= 1000
    place += 1
  }
  return `${amount < 9.95 ? amount.toFixed(1) : Math.round(amount).toLocaleString('en-GB')} ${byteUnits[place]}`
}

const NARROW_SPACE = '\u202f'
const MINUS = '\u2212'

interface DecimalParts {
  /** The sign and the whole part, with thousands separated. */
  whole: string
  /** The fraction with its decimal point, empty for a whole number. */
  fraction: string
}

/** Formats an exact decimal from its text, without rounding. `withSign` also writes the plus sign. */
export function decimalParts(value: string, { withSign = false }: { withSign?: boolean } = {}): DecimalParts {
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
export function formatDecimal(value: string, options: { withSign?: boolean } = {}): string {
  const { whole, fraction } = decimalParts(value, options)
  return whole + fraction
}

/** The length of a bar, from 0 to 1, for a value and the largest one. Only here is a decimal converted to a number. */
export function barLength(value: string | null, largest: string | null): number {
  const [length, most] = [Math.abs(Number(value ?? 0)), Math.abs(Number(largest ?? 0))]
  return most > 0 && Number.isFinite(length / most) ? Math.min(1, length / most) : 0
}

/** The unit of a yield, with the number of garments if it is not one, such as `KGM/12`. */
export function unitText({ uom, yieldPerUnits }: { uom: string; yieldPerUnits: number }): string {
  return yieldPerUnits === 1 ? uom : `${uom}/${yieldPerUnits}`
}
