/** A fraction that is not reduced, with a positive denominator: arithmetic for the oracle alone. */
export interface Ratio {
  numerator: bigint
  denominator: bigint
}

export const rational = (numerator: bigint, denominator = 1n): Ratio => ({ numerator, denominator })

export function ratioOf(decimal: string): Ratio {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length))
}

export const times = (a: Ratio, b: Ratio): Ratio => rational(a.numerator * b.numerator, a.denominator * b.denominator)

/** `to` minus `from`. */
export const difference = (from: Ratio, to: Ratio): Ratio =>
  rational(to.numerator * from.denominator - from.numerator * to.denominator, to.denominator * from.denominator)

export function compareRatios(a: Ratio, b: Ratio): number {
  const [x, y] = [a.numerator * b.denominator, b.numerator * a.denominator]
  return x < y ? -1 : x > y ? 1 : 0
}

const SIXTEEN = 10n ** 16n

/** The exact decimal; null if it needs more than 10 digits or 16 decimals. */
export function decimalOf({ numerator, denominator }: Ratio): string | null {
  if ((numerator * SIXTEEN) % denominator !== 0n) return null
  const text = fixed((numerator * SIXTEEN) / denominator, 16)
  return (text.split('.')[0] ?? '').replace('-', '').length > 10 ? null : text
}

/** The difference from `before` to `after` in percent, rounded half away from zero to 4 places. */
export function percentText(before: Ratio, after: Ratio): string | null {
  if (before.numerator === 0n) return null
  const change = difference(before, after)
  const numerator = change.numerator * before.denominator * 1_000_000n
  const denominator = change.denominator * before.numerator
  const size = numerator < 0n ? -numerator : numerator
  const twice = size * 2n
  let rounded = twice / denominator
  rounded = (rounded + 1n) / 2n
  const text = fixed(numerator < 0n ? -rounded : rounded, 4)
  return (text.split('.')[0] ?? '').replace('-', '').length > 10 ? null : text
}

export const plus = (a: Ratio, b: Ratio): Ratio =>
  rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)

/** The decimal rounded half away from zero to 8 places; null if it needs more than 10 digits. */
export function meanOf({ numerator, denominator }: Ratio): string | null {
  const size = numerator < 0n ? -numerator : numerator
  const scaled = size * 10n ** 8n
  const rounded = scaled / denominator + ((scaled % denominator) * 2n >= denominator ? 1n : 0n)
  const text = fixed(numerator < 0n ? -rounded : rounded, 8)
  return (text.split('.')[0] ?? '').replace('-', '').length > 10 ? null : text === '-0' ? '0' : text
}

function fixed(scaled: bigint, places: number): string {
  const sign = scaled < 0n ? '-' : ''
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -places)}${fraction ? `.${fraction}` : ''}`
}
