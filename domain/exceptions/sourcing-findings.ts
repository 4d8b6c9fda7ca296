import { compare, quantity, ratio } from '../quantities/quantity.ts'
import { baseUnitOf } from '../quantities/units.ts'
import { baseAmount, difference, largestDifference } from './amounts.ts'
import { type Finding, found, inputsOf, knownOf, sourcesOf } from './finding.ts'
import { inputOf } from './inputs.ts'
import type { MaterialFacts, Pair, StoredPosition } from './pair.ts'

const ZERO = ratio(0n)

/** Where positions contradict what is known of the material: who supplies it, whether it is approved, who uses it. */
export function sourcingFindings(pair: Pair, positions: readonly StoredPosition[]): Finding[] {
  const { facts, isAllocated } = pair
  if (!facts) return []
  return [
    ...supplierMismatch(facts, positions),
    ...mpnMismatch(facts, positions),
    ...statusConflict(facts, positions),
    ...(isAllocated === false ? notAllocated(facts, pair.operators, positions) : []),
  ]
}

function supplierMismatch(facts: MaterialFacts, positions: readonly StoredPosition[]): Finding[] {
  const { nominated } = facts
  if (nominated.length === 0) return []
  const names = new Set(nominated.flatMap((one) => one.names))
  const others = positions.filter(
    ({ supplier, supplierRef }) => supplier !== null && !names.has(supplier) && !names.has(supplierRef ?? ''),
  )
  if (others.length === 0) return []
  const inputs = [
    ...inputsOf(others, 'supplier'),
    ...knownOf(facts, others),
    ...nominated.flatMap(({ link, supplier }) => [inputOf(link, ['isNominated']), inputOf(supplier, ['codes'])]),
  ]
  const expected = inOrder(nominated.map(({ code }) => code))
  const observed = others[0]?.supplier ?? null
  return [found('SUPPLIER_MISMATCH', 'medium', inputs, { ...sourcesOf(others), observed, expected })]
}

function mpnMismatch(facts: MaterialFacts, positions: readonly StoredPosition[]): Finding[] {
  const mpns = facts.mpns.map(({ mpn }) => mpn)
  const others = mpns.length === 0 ? [] : positions.filter(({ mpn }) => mpn !== null && !mpns.includes(mpn))
  if (others.length === 0) return []
  const links = facts.mpns.map(({ link }) => inputOf(link, ['isNominated', 'mpn']))
  const inputs = [...inputsOf(others, 'mpn'), ...knownOf(facts, others), ...links]
  const said = { observed: others[0]?.mpn ?? null, expected: inOrder(mpns) }
  return [found('MPN_MISMATCH', 'medium', inputs, { ...sourcesOf(others), ...said })]
}

function statusConflict(facts: MaterialFacts, positions: readonly StoredPosition[]): Finding[] {
  const { lifecycleState } = facts
  const ordering = lifecycleState === 'approved' ? [] : positions.filter(({ onOrder }) => isAboveZero(onOrder))
  if (ordering.length === 0) return []
  const inputs = [...inputsOf(ordering, 'onOrder'), ...knownOf(facts, ordering, 'lifecycleState')]
  const said = { measure: 'onOrder', observed: lifecycleState, expected: 'approved' }
  return [found('STATUS_CONFLICT', 'high', inputs, { ...sourcesOf(ordering), ...said })]
}

function notAllocated(
  facts: MaterialFacts,
  operators: Pair['operators'],
  positions: readonly StoredPosition[],
): Finding[] {
  const holding = positions.flatMap((position) => {
    const observed = baseAmount(position.onHand, position)
    return observed && compare(observed, ZERO) > 0 ? [{ observed, expected: ZERO, position }] : []
  })
  const largest = largestDifference(holding)
  if (!largest) return []
  const of = holding.map(({ position }) => position)
  const inputs = [...inputsOf(of, 'onHand', 'factory'), ...knownOf(facts, of), ...operators]
  const amounts = difference(largest.observed, ZERO, baseUnitOf(largest.position.uom), [largest.position])
  return [found('FACTORY_NOT_ALLOCATED', 'medium', inputs, { measure: 'onHand', ...sourcesOf(of), ...amounts })]
}

function isAboveZero(amount: string | null): boolean {
  return amount !== null && compare(quantity(amount), ZERO) > 0
}

function inOrder(values: readonly string[]): string {
  return [...new Set(values)].sort().join(', ')
}
