import type { Graph } from '../../cypher/connect.ts'
import { findRebuild } from '../../cypher/rebuild.ts'
import { hasConnectedData, holdReconciliation } from '../../cypher/reconcile.ts'
import { expand } from './expand.ts'
import { expandPages } from './expand-pages.ts'
import { dropMarks, putBack, type Taken, takeWork } from './marks.ts'
import { reconcilePairs } from './reconcile-pairs.ts'
import { reconcileRecords } from './reconcile-records.ts'
import { reconcileRequirements } from './reconcile-requirements.ts'
import { openRound, type Round } from './round.ts'
import type { Work } from './work.ts'

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
    else await putBack(run, organization, taken, await perform(await openRound(run, organization, taken.time), taken))
    return true
  })
}

/** Work of one rank; returns what follows from it. */
async function perform(round: Round, { work, rank }: Taken): Promise<Work[]> {
  if (rank === 0) return expand(round, work)
  if (rank === 1) return expandPages(round, work)
  if (rank === 2) {
    const records = work.flatMap((one) => (one[0] === 'record' ? [one[1]] : []))
    const groups = work.flatMap((one) => (one[0] === 'group' ? [[one[1], one[2]] as const] : []))
    return reconcileRecords(round, records, groups)
  }
  if (rank === 3) {
    return reconcileRequirements(
      round,
      work.flatMap((one) => (one[0] === 'requirement' ? [[one[1], one[2]] as const] : [])),
    )
  }
  const refs = work.flatMap((one) => (one[0] === 'pair' ? [[one[1], one[2]] as const] : []))
  const slots = work.flatMap((one) =>
    one[0] === 'slot' ? [{ keys: [one[1], one[2]] as const, refs: [one[3], one[4]] as const }] : [],
  )
  await reconcilePairs(round, refs, slots)
  return []
}
