import type { Graph } from '../../../cypher/connect.ts'
import { awaitInvalidations, lockReconciliation } from '../../../cypher/exceptions/queue.ts'
import { countRebuildEntries } from '../../../cypher/records/drop-organization.ts'
import { groupOfOrganization } from '../../../cypher/system/organization-group.ts'
import { handOver, type listOrganizationRebuilds, listReplays } from '../../../cypher/system/organization-rebuild.ts'
import { lockOffsets, setRebuildStage } from '../../../cypher/system/rebuild.ts'
import { dropResolved } from '../drop-resolved.ts'

export type OrganizationRebuild = ReturnType<typeof listOrganizationRebuilds.row.parse>

/**
 * Moves the rebuild of an organization on: hands over the partitions whose replay the group has not passed, then waits
 * for the invalidations that the replay has written, deletes resolved exceptions, and ends. Several projectors may call
 * this at the same time. Nothing is handed over before every partition has applied what was applied before the rebuild,
 * because records of an entity may be in several partitions.
 * @returns the stage that began, or null if the stage did not change
 */
export async function advanceOrganization(
  graph: Graph,
  groupId: string,
  { organization, generation, stage }: OrganizationRebuild,
): Promise<'reconciling' | 'finished' | null> {
  if (stage === 'dropping') return null
  const organizationGroup = groupOfOrganization(groupId, organization)
  if (stage === 'applying' && !(await handOverAll(graph, { groupId, organizationGroup }, generation))) return null
  return graph.write(async (run) => {
    const [locked] = await run(lockOffsets, null, { groupId: organizationGroup, generation, stage })
    if (!locked || locked.behind > 0) return null
    // With the organization locked, no reconciliation of it runs until the end of this transaction.
    await run(lockReconciliation, organization, {})
    if (stage === 'applying') await run(awaitInvalidations, organization, {})
    const [left] = await run(countRebuildEntries, organization, {})
    const isFinished = left?.entries === 0 && (await dropResolved(run, [organization]))
    if (stage === 'reconciling' && !isFinished) return null
    await run(setRebuildStage, null, { groupId: organizationGroup, stage: isFinished ? null : 'reconciling' })
    return isFinished ? 'finished' : 'reconciling'
  })
}

/** Returns whether every partition is handed over. */
async function handOverAll(
  graph: Graph,
  groups: { groupId: string; organizationGroup: string },
  generation: number,
): Promise<boolean> {
  const replays = await graph.readFromLeader(listReplays, null, groups)
  if (replays.some(({ next, feedTo }) => next < feedTo)) return false
  let left = replays.length
  for (const { topic, partition, next, live } of replays) {
    if (next < live) continue
    const [row] = await graph.write((run) => run(handOver, null, { ...groups, topic, partition, generation }))
    if (row) left -= 1
  }
  return left === 0
}
