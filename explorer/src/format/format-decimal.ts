const NARROW_SPACE = '\u202f'
const MINUS = '\u2212'

export interface DecimalParts {
  /** Its sign and whole part, with its thousands set apart. */
  whole: string
  /** With its point; empty for a whole number. */
  fraction: string
}

/** An exact decimal as it is shown, from its text: nothing is rounded. `withSign` writes the plus, too. */
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

/** An exact decimal in one text. */
export function formatDecimal(value: string, options: { withSign?: boolean } = {}): string {
  const { whole, fraction } = decimalParts(value, options)
  return whole + fraction
}

/** How long a bar is, from 0 to 1, for an amount among others: the only place where a decimal becomes a number. */
export function barLength(value: string | null, largest: string | null): number {
  const [length, most] = [Math.abs(Number(value ?? 0)), Math.abs(Number(largest ?? 0))]
  return most > 0 && Number.isFinite(length / most) ? Math.min(1, length / most) : 0
}
