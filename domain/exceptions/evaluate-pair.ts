import type { MaterialFactoryPosition } from '../../schemas/materials/positions.ts'
import { agreementFindings } from './agreement-findings.ts'
import type { Finding } from './finding.ts'
import { identityFindings } from './identity-findings.ts'
import type { Pair } from './pair.ts'
import { sourcingFindings } from './sourcing-findings.ts'
import { stockFindings } from './stock-findings.ts'

/**
 * What is wrong with one material at one factory, at most one finding a code (contract, section 7, as read in
 * docs/adr/0022-exceptions-as-a-queue-of-pairs.md). It depends on the current state alone: STALE_SOURCE and
 * UNKNOWN_FRESHNESS, which follow from the clock, are not among the answers.
 */
export function evaluatePair(pair: Pair): Finding[] {
  const positions = newestPositions(pair.positions)
  return [
    ...identityFindings(pair, positions),
    ...agreementFindings(pair, positions),
    ...sourcingFindings(pair, positions),
    ...stockFindings(positions),
  ]
}

type Dated = Pick<MaterialFactoryPosition, 'system' | 'instance' | 'asOf' | 'positionId'>

/** The position of each system and instance: that of the newest time, ties by id; by system and instance. */
function newestPositions<P extends Dated>(positions: readonly P[]): P[] {
  const newest = new Map<string, P>()
  for (const position of positions) {
    const place = `${position.system}/${position.instance}`
    const other = newest.get(place)
    if (!other || isNewer(position, other)) newest.set(place, position)
  }
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, position]) => position)
}

function isNewer(a: Dated, b: Dated): boolean {
  return a.asOf > b.asOf || (a.asOf === b.asOf && a.positionId > b.positionId)
}
