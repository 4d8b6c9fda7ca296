import { type Finding, found, inputsOf, knownOf, sourcesOf } from './finding.ts'
import { inputOf } from './inputs.ts'
import type { Pair, StoredPosition } from './pair.ts'
import { quantitiesOf } from './stock-findings.ts'

/** Where a position's material or factory is not one known thing, or a system lacks what it should have. */
export function identityFindings(pair: Pair, positions: readonly StoredPosition[]): Finding[] {
  const { material, factory } = pair
  const sources = sourcesOf(positions)
  const isOrphan = ({ id, owners }: Pair['material']) => positions.length > 0 && id === null && owners.length === 0
  const orphan = (code: 'ORPHAN_MATERIAL' | 'ORPHAN_FACTORY', end: 'material' | 'factory') =>
    isOrphan(pair[end]) ? [found(code, 'high', inputsOf(positions, end), { ...sources, observed: pair[end].code })] : []
  const ambiguous = (['material', 'factory'] as const).filter(
    (end) => positions.length > 0 && pair[end].owners.length > 0,
  )
  const owners = [material, factory].flatMap((end) => end.owners)
  return [
    ...orphan('ORPHAN_MATERIAL', 'material'),
    ...orphan('ORPHAN_FACTORY', 'factory'),
    ...(ambiguous.length > 0
      ? [
          found(
            'AMBIGUOUS_MATCH',
            'medium',
            [...inputsOf(positions, ...ambiguous), ...owners.flatMap(({ inputs }) => inputs)],
            {
              ...sources,
              observed: owners.map(({ code }) => code).join(', '),
              expected: 'one owner',
            },
          ),
        ]
      : []),
    ...missing(pair, positions),
  ]
}

function missing({ facts, material, production, erpDatasets }: Pair, positions: readonly StoredPosition[]): Finding[] {
  const erp = positions.filter(({ system }) => system === 'erp')
  if (erp.length === 0) {
    if (erpDatasets.length === 0 || !production || facts?.lifecycleState !== 'approved') return []
    const approved = inputOf(facts.record, ['lifecycleState'])
    const inputs = [approved, ...production, ...erpDatasets.map(({ input }) => input)]
    const datasetIds = erpDatasets.map(({ datasetId }) => datasetId)
    return [found('MISSING_IN_ERP', 'high', inputs, { systems: ['erp'], datasetIds })]
  }
  const holding = erp.filter((position) => quantitiesOf(position).length > 0)
  const isKnown = facts ? facts.isInPlm : material.owners.length > 0
  if (holding.length === 0 || isKnown) return []
  const inputs = [
    ...holding.map((position) => inputOf(position.record, quantitiesOf(position))),
    ...(facts ? knownOf(facts, holding, 'isInPlm') : inputsOf(holding, 'material')),
  ]
  return [found('MISSING_IN_PLM', 'medium', inputs, sourcesOf(holding))]
}
