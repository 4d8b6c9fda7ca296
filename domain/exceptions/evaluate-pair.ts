import type { MaterialFactoryPosition } from '../../schemas/materials/positions.ts'
import { agreementRules } from './agreement-rules.ts'
import { applyRules, type Finding, type PairRules } from './finding.ts'
import { identityRules } from './identity-rules.ts'
import type { Pair } from './pair.ts'
import { sourcingRules } from './sourcing-rules.ts'
import { stockRules } from './stock-rules.ts'

/** A rule for each code about a pair: the compiler refuses a row of the table without one. */
const rules: Required<PairRules> = {
  ...identityRules,
  ...agreementRules,
  ...sourcingRules,
  ...stockRules,
}

/**
 * What is wrong with one material at one factory, at most one finding per code (contract, section 7, as read in
 * docs/adr/0022-exceptions-as-a-queue-of-pairs.md). It depends on the current state alone.
 */
export function evaluatePair(pair: Pair): Finding[] {
  return applyRules(rules, pair, newestPositions(pair.positions))
}

type Dated = Pick<MaterialFactoryPosition, 'system' | 'instance' | 'asOf' | 'positionId'>

/** The position of each system and instance: that of the newest time, ties by id; by system and instance. */
function newestPositions<P extends Dated>(positions: readonly P[]): P[] {
  const newest = new Map<string, P>()
  for (const position of positions) {
    const source = `${position.system}/${position.instance}`
    const other = newest.get(source)
    if (!other || isNewer(position, other)) newest.set(source, position)
  }
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, position]) => position)
}

function isNewer(a: Dated, b: Dated): boolean {
  return a.asOf > b.asOf || (a.asOf === b.asOf && a.positionId > b.positionId)
}
