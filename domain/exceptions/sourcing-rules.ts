import { compare, quantity, ratio } from '../quantities/quantity.ts'
import { amountViolation, baseAmount } from './amounts.ts'
import { inputsOf, knownOf, listOf, type PairRules, sourcesOf, type Violation } from './finding.ts'
import { inputOf } from './inputs.ts'
import type { MaterialFacts, Pair, PositionFacts } from './pair.ts'

const ZERO = ratio(0n)

/** Where positions contradict what is known of the material: who supplies it, whether it is approved, who uses it. */
export const sourcingRules = {
  SUPPLIER_MISMATCH: ({ facts }, positions) => facts && supplierMismatch(facts, positions),
  MPN_MISMATCH: ({ facts }, positions) => facts && mpnMismatch(facts, positions),
  STATUS_CONFLICT: ({ facts }, positions) => facts && statusConflict(facts, positions),
  FACTORY_NOT_ALLOCATED: notAllocated,
} satisfies PairRules

function supplierMismatch(facts: MaterialFacts, positions: readonly PositionFacts[]): Violation | null {
  const { nominated } = facts
  const names = new Set(nominated.flatMap((one) => one.names))
  const others = positions.filter(
    ({ supplier, supplierRef }) => supplier !== null && !names.has(supplier) && !names.has(supplierRef ?? ''),
  )
  const [first] = others
  if (nominated.length === 0 || !first) return null
  const inputs = [
    ...inputsOf(others, 'supplier'),
    ...knownOf(facts, others),
    ...nominated.flatMap(({ link, supplier }) => [inputOf(link, ['isNominated']), inputOf(supplier, ['codes'])]),
  ]
  const expected = listOf(nominated.map(({ code }) => code))
  return { ...sourcesOf(others), inputs, observed: first.supplier, expected }
}

function mpnMismatch(facts: MaterialFacts, positions: readonly PositionFacts[]): Violation | null {
  const mpns = facts.mpns.map(({ mpn }) => mpn)
  const others = positions.filter(({ mpn }) => mpn !== null && !mpns.includes(mpn))
  const [first] = others
  if (mpns.length === 0 || !first) return null
  const links = facts.mpns.map(({ link }) => inputOf(link, ['isNominated', 'mpn']))
  const inputs = [...inputsOf(others, 'mpn'), ...knownOf(facts, others), ...links]
  return { ...sourcesOf(others), inputs, observed: first.mpn, expected: listOf(mpns) }
}

function statusConflict(facts: MaterialFacts, positions: readonly PositionFacts[]): Violation | null {
  const { lifecycleState: observed } = facts
  const ordering = positions.filter(({ onOrder }) => onOrder !== null && compare(quantity(onOrder), ZERO) > 0)
  if (observed === 'approved' || ordering.length === 0) return null
  const inputs = [...inputsOf(ordering, 'onOrder'), ...knownOf(facts, ordering, 'lifecycleState')]
  return { ...sourcesOf(ordering), inputs, measure: 'onOrder', observed, expected: 'approved' }
}

function notAllocated({ facts, isAllocated, operators }: Pair, positions: readonly PositionFacts[]): Violation | null {
  if (!facts || isAllocated !== false) return null
  const stockOf = (position: PositionFacts) => {
    const observed = baseAmount(position.onHand, position)
    return observed && compare(observed, ZERO) > 0 ? { observed, expected: ZERO } : null
  }
  return amountViolation('onHand', positions, stockOf, (holding) => [
    ...inputsOf(holding, 'onHand', 'factory'),
    ...knownOf(facts, holding),
    ...operators,
  ])
}
