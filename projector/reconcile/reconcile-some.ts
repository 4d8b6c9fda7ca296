import type { Graph } from '../../cypher/connect.ts'
import { findRebuild } from '../../cypher/rebuild.ts'
import { hasConnectedData, holdReconciliation } from '../../cypher/reconcile.ts'
import { newestTimes } from '../newest-times.ts'
import { expand } from './expand.ts'
import { expandPages } from './expand-pages.ts'
import { dropMarks, putBack, type Taken, takeWork } from './marks.ts'
import { reconcilePairs } from './reconcile-pairs.ts'
import { reconcileRecords } from './reconcile-records.ts'
import { reconcileRequirements } from './reconcile-requirements.ts'
import { openRound, type Round } from './round.ts'
import type { Due } from './work.ts'

/**
 * Does some of what is marked in an organization, in one bounded transaction: exactly the marks that it takes are gone with
 * what follows from them, or nothing is. Whoever changes something meanwhile leaves a mark of its own. See
 * docs/adr/0015-reconciliation.md.
 * While the group of projectors is being rebuilt nothing is done: a rebuild waits for those that hold the organization
 * when it begins, so that nothing of before is written after it.
 * @returns false when nothing was marked, or may not be looked at now
 * @throws GraphError when the graph cannot answer; then nothing was done
 */
export async function reconcileSome(graph: Graph, groupId: string, organization: string): Promise<boolean> {
  return graph.write(async (run) => {
    // Sent at once and answered in this order: a rebuild is looked for once the organization is held.
    const [, [group]] = await Promise.all([
      run(holdReconciliation, organization, {}),
      run(findRebuild, null, { groupId }),
    ])
    if (group?.isRebuilding) return false
    const taken = await takeWork(run, organization)
    if (!taken) return false
    // Asked after the marks were read: who says the first thing of all leaves a mark that is still there.
    const [data] = await run(hasConnectedData, organization, {})
    if (!data?.has) await dropMarks(run, organization, taken)
    else await putBack(run, organization, taken, await perform(await openRound(run, organization), taken))
    return true
  })
}

/** Work of one rank; returns what follows from it. */
async function perform(round: Round, { due, rank }: Taken): Promise<Due[]> {
  if (rank === 0) return expand(round, due)
  if (rank === 1) return expandPages(round, due)
  if (rank === 2) {
    const records = due.flatMap(({ work, time }) => (work[0] === 'record' ? [[work[1], time] as const] : []))
    const groups = due.flatMap(({ work, time }) => (work[0] === 'group' ? [{ kind: work[1], id: work[2], time }] : []))
    return reconcileRecords(round, newestTimes(records), groups)
  }
  if (rank === 3) {
    return reconcileRequirements(
      round,
      due.flatMap(({ work, time }) => (work[0] === 'requirement' ? [{ refs: [work[1], work[2]] as const, time }] : [])),
    )
  }
  const refs = due.flatMap(({ work, time }) =>
    work[0] === 'pair' ? [{ refs: [work[1], work[2]] as const, time }] : [],
  )
  const slots = due.flatMap(({ work, time }) =>
    work[0] === 'slot' ? [{ keys: [work[1], work[2]] as const, refs: [work[3], work[4]] as const, time }] : [],
  )
  await reconcilePairs(round, refs, slots)
  return []
}
