import { compare, quantity, ratio } from '../../schemas/quantity.ts'
import { baseUnitOf } from '../../schemas/units.ts'
import { apart, baseAmount } from './amounts.ts'
import { type Finding, found, type MaterialFacts, type Pair, type StoredPosition, sourcesOf } from './pair.ts'
import { worstOf } from './worst-of.ts'

const ZERO = ratio(0n)

/** Where positions contradict what is known of the material: who supplies it, whether it is approved, who uses it. */
export function sourcingFindings({ facts, isAllocated }: Pair, positions: readonly StoredPosition[]): Finding[] {
  if (!facts) return []
  return [
    ...supplierMismatch(facts, positions),
    ...mpnMismatch(facts, positions),
    ...statusConflict(facts, positions),
    ...(isAllocated === false ? notAllocated(positions) : []),
  ]
}

function supplierMismatch({ nominated }: MaterialFacts, positions: readonly StoredPosition[]): Finding[] {
  if (nominated.length === 0) return []
  const names = new Set(nominated.flatMap((one) => one.names))
  const others = positions.filter(
    ({ supplier, supplierRef }) => supplier !== null && !names.has(supplier) && !names.has(supplierRef ?? ''),
  )
  const expected = inOrder(nominated.map(({ code }) => code))
  return others.length === 0
    ? []
    : [found('SUPPLIER_MISMATCH', 'medium', { ...sourcesOf(others), observed: others[0]?.supplier ?? null, expected })]
}

function mpnMismatch({ mpns }: MaterialFacts, positions: readonly StoredPosition[]): Finding[] {
  if (mpns.length === 0) return []
  const others = positions.filter(({ mpn }) => mpn !== null && !mpns.includes(mpn))
  return others.length === 0
    ? []
    : [
        found('MPN_MISMATCH', 'medium', {
          ...sourcesOf(others),
          ...{ observed: others[0]?.mpn ?? null, expected: inOrder(mpns) },
        }),
      ]
}

function statusConflict({ lifecycleState }: MaterialFacts, positions: readonly StoredPosition[]): Finding[] {
  if (lifecycleState === 'approved') return []
  const ordering = positions.filter(({ onOrder }) => isAboveZero(onOrder))
  const said = { measure: 'onOrder', observed: lifecycleState, expected: 'approved' }
  return ordering.length === 0 ? [] : [found('STATUS_CONFLICT', 'high', { ...sourcesOf(ordering), ...said })]
}

function notAllocated(positions: readonly StoredPosition[]): Finding[] {
  const holding = positions.flatMap((position) => {
    const observed = baseAmount(position.onHand, position)
    return observed && compare(observed, ZERO) > 0 ? [{ observed, expected: ZERO, position }] : []
  })
  const worst = worstOf(holding)
  if (!worst) return []
  const sources = sourcesOf(holding.map(({ position }) => position))
  const amounts = apart(worst.observed, ZERO, baseUnitOf(worst.position.uom))
  return [found('FACTORY_NOT_ALLOCATED', 'medium', { measure: 'onHand', ...sources, ...amounts })]
}

function isAboveZero(amount: string | null): boolean {
  return amount !== null && compare(quantity(amount), ZERO) > 0
}

function inOrder(values: readonly string[]): string {
  return [...new Set(values)].sort().join(', ')
}
