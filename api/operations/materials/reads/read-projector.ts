import { getApplied } from '../../../../cypher/materials/read-materials.ts'
import type { Context } from '../../../core/context.ts'

/** The projector measures its lag several times per minute. An older measurement is ignored. */
const LAG_HOLDS_FOR_MS = 120_000

/** The lag of the projectors, and the arrival time of the newest change of the organization that was applied. */
export async function readProjector(context: Context) {
  const [group, [applied]] = await Promise.all([context.readProjectorLag(), context.read(getApplied, {})])
  const measuredAt = group?.measuredAt ?? null
  const isCurrent = measuredAt !== null && context.now().getTime() - Date.parse(measuredAt) <= LAG_HOLDS_FOR_MS
  return { lagSeconds: isCurrent ? (group?.lagSeconds ?? null) : null, lastAppliedAt: applied?.lastAppliedAt ?? null }
}
