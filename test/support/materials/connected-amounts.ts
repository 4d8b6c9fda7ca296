import type { SystemRecord } from './system-records.ts'

/** Amounts are integers in units of 10^-20, so that products of sent amounts and factors of units are exact. */
export const UNIT = 10n ** 20n

/** A decimal as such an integer. */
export function scaled(decimal: unknown): bigint {
  const [whole = '0', fraction = ''] = String(decimal).replace('-', '').split('.')
  const size = BigInt(whole + fraction.padEnd(20, '0'))
  return String(decimal).startsWith('-') ? -size : size
}

const units: Record<string, [dimension: string, numerator: bigint, denominator: bigint]> = {
  MTR: ['MTR', 1n, 1n],
  YRD: ['MTR', 9_144n, 10_000n],
  KGM: ['KGM', 1n, 1n],
  GRM: ['KGM', 1n, 1_000n],
  EA: ['EA', 1n, 1n],
  DZN: ['EA', 12n, 1n],
}

/** The base unit of a unit; an unknown unit is its own base unit. */
export const dimensionOf = (uom: unknown): string => units[String(uom)]?.[0] ?? String(uom)

/** Converts a scaled amount to base units. */
export function inBaseUnits(size: bigint, uom: unknown): bigint {
  const [, numerator, denominator] = units[String(uom)] ?? ['', 1n, 1n]
  return (size * numerator) / denominator
}

/** A measure of a position, scaled, in base units; null if it was not sent. */
export function amount({ data }: Pick<SystemRecord, 'data'>, measure: string): bigint | null {
  const amountAsSent = data[measure]
  return amountAsSent === null || amountAsSent === undefined ? null : inBaseUnits(scaled(amountAsSent), data.uom)
}

export const absolute = (value: bigint) => (value < 0n ? -value : value)
export const larger = (a: bigint, b: bigint) => (a > b ? a : b)

/** Whether two amounts agree by the default tolerance of their dimension: 1 %, or 1 m or 500 g where that is more. */
export function isWithin(a: bigint, b: bigint, dimension: string): boolean {
  const floor = { MTR: UNIT, KGM: UNIT / 2n }[dimension] ?? 0n
  return absolute(a - b) <= larger(floor, larger(absolute(a), absolute(b)) / 100n)
}

/** The verdict on the stock of a pair as two systems see it, within the default tolerance. */
export function verdictOn(positions: readonly SystemRecord['data'][]): string {
  const [one, other] = positions.map((data) => ({ data }))
  if (!one || !other) return 'missing'
  const dimension = dimensionOf(one.data.uom)
  if (dimension !== dimensionOf(other.data.uom)) return 'not_comparable'
  const [a, b] = [amount(one, 'onHand') ?? 0n, amount(other, 'onHand') ?? 0n]
  if (a === b) return 'match'
  return isWithin(a, b, dimension) ? 'within_tolerance' : 'mismatch'
}
