import { getApplied } from '../../../../cypher/materials/read-materials.ts'
import type { Context } from '../../../core/context.ts'

/** The projector measures its lag several times a minute; an older figure says nothing about now. */
const LAG_HOLDS_FOR_MS = 120_000

/** How far the service is behind, and when the newest change of the organization arrived that it has applied. */
export async function readProjector(context: Context) {
  const [group, [applied]] = await Promise.all([context.readProjectorLag(), context.read(getApplied, {})])
  const measuredAt = group?.measuredAt ?? null
  const isCurrent = measuredAt !== null && context.now().getTime() - Date.parse(measuredAt) <= LAG_HOLDS_FOR_MS
  return { lagSeconds: isCurrent ? (group?.lagSeconds ?? null) : null, lastAppliedAt: applied?.lastAppliedAt ?? null }
}
