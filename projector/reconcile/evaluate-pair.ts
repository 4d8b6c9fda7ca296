import { agreementFindings } from './agreement-findings.ts'
import { identityFindings } from './identity-findings.ts'
import type { Finding, Pair } from './pair.ts'
import { newestPositions } from './positions-of.ts'
import { sourcingFindings } from './sourcing-findings.ts'
import { stockFindings } from './stock-findings.ts'

/**
 * What is wrong with one material at one factory, at most one finding a code (contract, section 7, as read in
 * docs/adr/0015-reconciliation.md). It depends on the current state alone: STALE_SOURCE and UNKNOWN_FRESHNESS, which
 * follow from the clock, are not among the answers.
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
