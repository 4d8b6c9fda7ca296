import { findShrinkGuard } from '../../cypher/system/organizations.ts'
import { shrinkFailure } from '../../domain/publications/base-failures.ts'
import type { Failure } from '../../domain/publications/failure.ts'
import type { PublicationCounts } from '../../schemas/ingest/publications.ts'
import type { StartedPublication } from '../../schemas/stored/publication.ts'
import type { Control } from './plan-control.ts'

type Counts = Pick<PublicationCounts, 'styleCount' | 'rowCount'>

/**
 * Why a full replacement is too small to be meant, or null. The setting can change, so a rebuild or a restore uses the one that
 * refused the publication before, or none: it must not refuse what was completed.
 */
export async function shrunkFailure(
  { context, claim, entry }: Control,
  snapshotId: string,
  { allowShrink }: StartedPublication,
  before: Counts,
  now: Counts,
): Promise<Failure | null> {
  if (allowShrink) return null
  const key = entry.event.organization
  const [guard] = await context.graph.readFromLeader(findShrinkGuard, null, { key, snapshotId })
  const wasDecided = entry.record.offset < Math.max(claim.feed.to, claim.decidedTo ?? 0)
  const maxShrink = wasDecided ? guard?.refusedAt : guard?.maxShrink
  if (maxShrink == null) return null
  const why = shrinkFailure(before, now, maxShrink)
  return why && { ...why, maxShrink }
}
