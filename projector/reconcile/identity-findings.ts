import { type Finding, found, type Pair, type StoredPosition, sourcesOf } from './pair.ts'
import { hasQuantity } from './stock-findings.ts'

/** Where a position's material or factory is not one known thing, or a system lacks what it should have. */
export function identityFindings(pair: Pair, positions: readonly StoredPosition[]): Finding[] {
  const { material, factory } = pair
  const sources = sourcesOf(positions)
  const ends = [material, factory]
  const ambiguous = positions.length > 0 ? ends.filter(({ owners }) => owners.length > 0) : []
  const isOrphan = ends.map(({ id, owners }) => positions.length > 0 && id === null && owners.length === 0)
  return [
    ...(isOrphan[0] ? [found('ORPHAN_MATERIAL', 'high', { ...sources, observed: material.code })] : []),
    ...(isOrphan[1] ? [found('ORPHAN_FACTORY', 'high', { ...sources, observed: factory.code })] : []),
    ...(ambiguous.length > 0
      ? [
          found('AMBIGUOUS_MATCH', 'medium', {
            ...sources,
            observed: ambiguous.flatMap(({ owners }) => owners).join(', '),
            expected: 'one owner',
          }),
        ]
      : []),
    ...missing(pair, positions),
  ]
}

function missing({ facts, material, isProduced, erpDatasets }: Pair, positions: readonly StoredPosition[]): Finding[] {
  const erp = positions.filter(({ system }) => system === 'erp')
  if (erp.length === 0) {
    const isWanted = erpDatasets.length > 0 && isProduced && facts?.lifecycleState === 'approved'
    return isWanted ? [found('MISSING_IN_ERP', 'high', { systems: ['erp'], datasetIds: [...erpDatasets] })] : []
  }
  const holding = erp.filter(hasQuantity)
  const isKnown = facts ? facts.isInPlm : material.owners.length > 0
  return holding.length > 0 && !isKnown ? [found('MISSING_IN_PLM', 'medium', sourcesOf(holding))] : []
}
