import type { MaterialFactoryPosition } from '../../schemas/materials/positions.ts'
import { agreementRules } from './agreement-rules.ts'
import { applyRules, type Finding, type PairRules } from './finding.ts'
import { identityRules } from './identity-rules.ts'
import type { Pair } from './pair.ts'
import { sourcingRules } from './sourcing-rules.ts'
import { stockRules } from './stock-rules.ts'

/** One rule for each exception code about pairs. The compiler rejects a code without a rule. */
const rules: Required<PairRules> = {
  ...identityRules,
  ...agreementRules,
  ...sourcingRules,
  ...stockRules,
}

/**
 * Returns the findings about one material at one factory, at most one for each code
 * (docs/adr/0022-exceptions-as-a-queue-of-pairs.md). They depend only on the current state.
 */
export function evaluatePair(pair: Pair): Finding[] {
  return applyRules(rules, pair, newestPositions(pair.positions))
}

type Dated = Pick<MaterialFactoryPosition, 'system' | 'instance' | 'asOf' | 'positionId'>

/**
 * Returns the newest position of each system and instance, sorted by these. Of equally old ones, the first by ID
 * counts.
 */
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
