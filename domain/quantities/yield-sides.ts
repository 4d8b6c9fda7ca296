import { add, divide, multiply, type Quantity, quantity, subtract } from './quantity.ts'

const ONE = quantity('1')
const HUNDRED = quantity('100')

/**
 * Computes net and gross yield from the authoritative side: with `on_net`, gross = net × (1 + w/100). With `on_gross`,
 * net = gross × (1 − w/100).
 */
export function yieldSides(
  basis: 'on_net' | 'on_gross',
  authoritative: Quantity,
  wastagePercent: string,
): { net: Quantity; gross: Quantity } {
  const share = divide(quantity(wastagePercent), HUNDRED)
  if (basis === 'on_net') return { net: authoritative, gross: multiply(authoritative, add(ONE, share)) }
  return { net: multiply(authoritative, subtract(ONE, share)), gross: authoritative }
}
