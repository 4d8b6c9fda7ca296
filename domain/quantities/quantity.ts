/** An exact number: `numerator / denominator` in lowest terms, the denominator positive. */
export interface Quantity {
  readonly numerator: bigint
  readonly denominator: bigint
}

const MAX_DECIMALS = 16
const MAX_INTEGER = 10n ** 10n

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y > 0n) [x, y] = [y, x % y]
  return x
}

/** Divides two integers. The divisor must not be 0. */
export function ratio(numerator: bigint, denominator = 1n): Quantity {
  const sign = denominator < 0n ? -1n : 1n
  const common = gcd(numerator, denominator * sign) || 1n
  return { numerator: (numerator * sign) / common, denominator: (denominator * sign) / common }
}

/** Reads a decimal string such as `-1.250`. */
export function quantity(decimal: string): Quantity {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return ratio(BigInt(whole + fraction), 10n ** BigInt(fraction.length))
}

export const add = (a: Quantity, b: Quantity): Quantity =>
  ratio(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)

export const negate = ({ numerator, denominator }: Quantity): Quantity => ({ numerator: -numerator, denominator })

export const subtract = (a: Quantity, b: Quantity): Quantity => add(a, negate(b))

export const multiply = (a: Quantity, b: Quantity): Quantity =>
  ratio(a.numerator * b.numerator, a.denominator * b.denominator)

/** @throws RangeError when `b` is 0 */
export const divide = (a: Quantity, b: Quantity): Quantity =>
  ratio(a.numerator * b.denominator, a.denominator * b.numerator)

/** Returns a negative number, 0, or a positive number if `a` is less than, equal to, or greater than `b`. */
export function compare(a: Quantity, b: Quantity): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export const absolute = (a: Quantity): Quantity => (a.numerator < 0n ? negate(a) : a)

/**
 * Formats a quantity as a decimal without trailing zeros. Returns null if it needs more than 10 digits and 16 decimals.
 */
export function exactDecimal({ numerator, denominator }: Quantity): string | null {
  let decimals = 0
  let scale = 1n
  while (scale % denominator !== 0n) {
    decimals += 1
    if (decimals > MAX_DECIMALS) return null
    scale *= 10n
  }
  const scaled = numerator * (scale / denominator)
  if ((scaled < 0n ? -scaled : scaled) >= MAX_INTEGER * scale) return null
  return decimalText(scaled, decimals)
}

/** Rounded half away from zero to the given number of decimals, without trailing zeros. */
export function roundedDecimal({ numerator, denominator }: Quantity, decimals: number): string {
  const doubled = (numerator < 0n ? -numerator : numerator) * 2n * 10n ** BigInt(decimals)
  const rounded = (doubled + denominator) / (2n * denominator)
  const text = decimalText(numerator < 0n ? -rounded : rounded, decimals)
  return text.includes('.') ? text.replace(/\.?(?<!0)0+$/, '') : text
}

function decimalText(scaled: bigint, decimals: number): string {
  const sign = scaled < 0n ? '-' : ''
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0')
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
