import { withoutTrailingZeros } from '../../../schemas/values/as-sent.ts'

export interface DecimalFormat {
  decimal: '.' | ','
  /** The separator of groups of three digits, if the numbers may have one. */
  thousands?: string | undefined
  /** Factors by the unit that follows the number. The empty name is for numbers without a unit. */
  units?: Readonly<Record<string, string>> | undefined
}

export type Parsed = { value: string } | { fault: string }

/**
 * Parses a decimal as people write it in tables: `1.234,50` is `1234.50`. The scale is kept, and nothing is rounded,
 * because the number is never converted to a floating-point number. With a unit, the result is the exact product with
 * its factor.
 * @param unit the unit, if another column contains it
 */
export function parseDecimal(text: string, format: DecimalFormat, unit?: string): Parsed {
  if (/\d\s*E[+-]?\d+$/i.test(text))
    return {
      fault: 'is in scientific notation. Format the column as a number with all its digits, and export it again',
    }
  const { number, suffix } = split(text)
  const plain = plainDecimal(number, format)
  if (plain === null) return { fault: expectation(format) }
  if (!format.units) return suffix === '' ? { value: plain } : { fault: expectation(format) }
  const name = unit ?? suffix
  const factor = Object.hasOwn(format.units, name) ? format.units[name] : undefined
  if (factor === undefined) {
    const known = Object.keys(format.units).filter((one) => one !== '')
    return { fault: `${name === '' ? 'has no unit' : `has the unit ${name}`}. The units are ${known.join(', ')}` }
  }
  return { value: factor === '1' ? plain : product(plain, factor) }
}

/** Splits a number from the unit behind it. */
function split(text: string): { number: string; suffix: string } {
  // The digit of a unit such as m2 does not belong to the number.
  const unit = /^(.*?\d)\s*(\p{L}.*|["'%″]\D*)$/su.exec(text)
  return unit ? { number: unit[1] ?? '', suffix: unit[2] ?? '' } : { number: text, suffix: '' }
}

/** The number with a point and without groups, or null if it is not a number in this format. */
function plainDecimal(text: string, { decimal, thousands }: DecimalFormat): string | null {
  const [whole = '', fraction, ...more] = text.split(decimal)
  // SAP writes the sign behind the number.
  const sign = /^[-−]|[-−]$/.test(text) ? '-' : ''
  const digits = (part: string) => part.replace(/^[+−-]/, '').replace(/[−-]$/, '')
  const plain = ungrouped(digits(whole), thousands)
  const rest = fraction === undefined ? undefined : digits(fraction)
  const signs = text.replaceAll(/[^+−-]/g, '').length
  if (more.length > 0 || plain === null || signs > 1 || (rest !== undefined && !/^\d+$/.test(rest))) return null
  const leading = plain.replace(/^0+(?=\d)/, '')
  if (leading === '' && rest === undefined) return null
  return `${sign}${leading || '0'}${rest === undefined ? '' : `.${rest}`}`
}

function ungrouped(whole: string, thousands: string | undefined): string | null {
  if (/^\d*$/.test(whole)) return whole
  if (thousands === undefined) return null
  const [first = '', ...groups] = whole.split(thousands)
  return /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group)) ? first + groups.join('') : null
}

/** The exact product of two decimals, without trailing zeros. */
function product(a: string, b: string): string {
  const scaled = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.')
    return { digits: BigInt(whole + fraction), scale: fraction.length }
  }
  const [left, right] = [scaled(a.replace('-', '')), scaled(b)]
  const scale = left.scale + right.scale
  const digits = (left.digits * right.digits).toString().padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return withoutTrailingZeros(a.startsWith('-') ? `-${text}` : text)
}

function expectation({ decimal, thousands, units }: DecimalFormat): string {
  const point = decimal === ',' ? 'comma' : 'point'
  const groups = thousands === undefined ? ' and without separators of thousands' : ''
  const unit = units ? `, followed by one of the units ${Object.keys(units).filter(Boolean).join(', ')}` : ''
  return `must be a number with a decimal ${point}${groups}, such as 1${decimal}25${unit}`
}
