/** One whole in the units of the demo's quantities: everything is counted in integers of 10^-4. */
export const ONE = 10_000

/** `12500` → `1.25`: the exact decimal string of a non-negative count of 10^-4 units, without trailing zeros. */
export function decimal(units: number): string {
  const fraction = units % ONE
  const whole = (units - fraction) / ONE
  return fraction === 0 ? `${whole}` : `${whole}.${`${fraction}`.padStart(4, '0').replace(/0+$/, '')}`
}

/** The same of a count that may be negative. */
export const signedDecimal = (units: number): string => (units < 0 ? `-${decimal(-units)}` : decimal(units))
