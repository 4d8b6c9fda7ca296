import { inputsOf, knownOf, type PairRules, sourcesOf, type Violation } from './finding.ts'
import { inputOf } from './inputs.ts'
import type { Pair, PositionFacts } from './pair.ts'
import { quantitiesOf } from './stock-rules.ts'

/** Where a position's material or factory is not one known thing, or a system lacks what it should have. */
export const identityRules = {
  ORPHAN_MATERIAL: (pair, positions) => orphan(pair, positions, 'material'),
  ORPHAN_FACTORY: (pair, positions) => orphan(pair, positions, 'factory'),
  AMBIGUOUS_MATCH: ambiguous,
  MISSING_IN_ERP: missingInErp,
  MISSING_IN_PLM: missingInPlm,
} satisfies PairRules

function orphan(pair: Pair, positions: readonly PositionFacts[], end: 'material' | 'factory'): Violation | null {
  const { id, owners, code } = pair[end]
  if (positions.length === 0 || id !== null || owners.length > 0) return null
  return { ...sourcesOf(positions), inputs: inputsOf(positions, end), observed: code }
}

function ambiguous(pair: Pair, positions: readonly PositionFacts[]): Violation | null {
  const endpoints = (['material', 'factory'] as const).filter((end) => pair[end].owners.length > 0)
  if (positions.length === 0 || endpoints.length === 0) return null
  const owners = endpoints.flatMap((end) => pair[end].owners)
  return {
    ...sourcesOf(positions),
    inputs: [...inputsOf(positions, ...endpoints), ...owners.flatMap(({ inputs }) => inputs)],
    observed: owners.map(({ code }) => code).join(', '),
    expected: 'one owner',
  }
}

const ofErp = (positions: readonly PositionFacts[]) => positions.filter(({ system }) => system === 'erp')

function missingInErp({ facts, production, erpDatasets }: Pair, positions: readonly PositionFacts[]): Violation | null {
  if (ofErp(positions).length > 0 || erpDatasets.length === 0) return null
  if (!production || facts?.lifecycleState !== 'approved') return null
  const approved = inputOf(facts.record, ['lifecycleState'])
  return {
    inputs: [approved, ...production, ...erpDatasets.map(({ input }) => input)],
    systems: ['erp'],
    datasetIds: erpDatasets.map(({ datasetId }) => datasetId),
  }
}

function missingInPlm({ facts, material }: Pair, positions: readonly PositionFacts[]): Violation | null {
  const holding = ofErp(positions).filter((position) => quantitiesOf(position).length > 0)
  const isKnown = facts ? facts.isInPlm : material.owners.length > 0
  if (holding.length === 0 || isKnown) return null
  const inputs = [
    ...holding.map((position) => inputOf(position.record, quantitiesOf(position))),
    ...(facts ? knownOf(facts, holding, 'isInPlm') : inputsOf(holding, 'material')),
  ]
  return { ...sourcesOf(holding), inputs }
}
