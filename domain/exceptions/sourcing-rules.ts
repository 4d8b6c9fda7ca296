import { compare, quantity, ratio } from '../quantities/quantity.ts'
import { amountViolation, baseAmount } from './amounts.ts'
import { inputsOf, knownOf, listOf, type PairRules, sourcesOf, type Violation } from './finding.ts'
import { inputOf } from './inputs.ts'
import type { MaterialFacts, Pair, PositionFacts } from './pair.ts'
import { measuresOf, recordValue, sourceName, textStep, textsOf } from './steps.ts'

const ZERO = ratio(0n)

/** Rules that find contradictions between positions and the material's suppliers, approval, and use. */
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
  const named = nominated.flatMap(({ code, supplier, link }) => [
    recordValue(supplier, 'supplierCode', code),
    recordValue(link, 'isNominated', 'true'),
  ])
  const steps = [
    ...others.map((one) => textStep(`Supplier in ${sourceName(one)}`, one.supplier, textsOf(one, 'supplier'))),
    textStep('Nominated suppliers of the material', expected, named),
    textStep(`Number of nominated suppliers with the code, a reference, or the ID ${first.supplier}`, '0'),
  ]
  return { ...sourcesOf(others), inputs, observed: first.supplier, expected, steps }
}

function mpnMismatch(facts: MaterialFacts, positions: readonly PositionFacts[]): Violation | null {
  const mpns = facts.mpns.map(({ mpn }) => mpn)
  const others = positions.filter(({ mpn }) => mpn !== null && !mpns.includes(mpn))
  const [first] = others
  if (mpns.length === 0 || !first) return null
  const links = facts.mpns.map(({ link }) => inputOf(link, ['isNominated', 'mpn']))
  const inputs = [...inputsOf(others, 'mpn'), ...knownOf(facts, others), ...links]
  const nominated = facts.mpns.map(({ mpn, link }) => recordValue(link, 'mpn', mpn))
  const steps = [
    ...others.map((one) => textStep(`Article number in ${sourceName(one)}`, one.mpn, textsOf(one, 'mpn'))),
    textStep('Nominated article numbers of the material', listOf(mpns), nominated),
    textStep(`Number of nominated article numbers equal to ${first.mpn}`, '0'),
  ]
  return { ...sourcesOf(others), inputs, observed: first.mpn, expected: listOf(mpns), steps }
}

function statusConflict(facts: MaterialFacts, positions: readonly PositionFacts[]): Violation | null {
  const { lifecycleState: observed } = facts
  const ordering = positions.filter(({ onOrder }) => onOrder !== null && compare(quantity(onOrder), ZERO) > 0)
  if (observed === 'approved' || ordering.length === 0) return null
  const inputs = [...inputsOf(ordering, 'onOrder'), ...knownOf(facts, ordering, 'lifecycleState')]
  const steps = [
    ...ordering.map((position) => {
      const label = `onOrder of ${sourceName(position)}`
      return { label, value: position.onOrder, uom: position.uom, inputs: measuresOf(position, 'onOrder') }
    }),
    textStep('Lifecycle state of the material', observed, [recordValue(facts.record, 'lifecycleState', observed)]),
    textStep('Lifecycle state that allows open orders', 'approved'),
  ]
  return { ...sourcesOf(ordering), inputs, measure: 'onOrder', observed, expected: 'approved', steps }
}

function notAllocated({ facts, isAllocated, operators }: Pair, positions: readonly PositionFacts[]): Violation | null {
  if (!facts || isAllocated !== false) return null
  const stockOf = (position: PositionFacts) => {
    const observed = baseAmount(position.onHand, position)
    return observed && compare(observed, ZERO) > 0 ? { observed, expected: ZERO } : null
  }
  const inputs = (holding: readonly PositionFacts[]) => [
    ...inputsOf(holding, 'onHand', 'factory'),
    ...knownOf(facts, holding),
    ...operators.map(({ input }) => input),
  ]
  const labels = listOf(operators.map(({ label }) => label))
  return amountViolation('onHand', positions, stockOf, inputs, (position) => ({
    observed: { label: `onHand of ${sourceName(position)}`, inputs: measuresOf(position, 'onHand') },
    leading: () => [
      textStep(
        'Suppliers that operate the factory',
        labels,
        operators.map(({ label, input }) => recordValue(input, 'label', label)),
      ),
      textStep('Number of styles that use the material and are produced by these suppliers', '0'),
    ],
    expected: { label: 'Stock of a material that no style at the factory uses' },
  }))
}
