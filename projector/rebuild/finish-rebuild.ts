import type { Graph } from '../../cypher/connect.ts'
import { awaitInvalidations, lockReconciliation } from '../../cypher/exceptions/queue.ts'
import { listOrganizations } from '../../cypher/system/credentials.ts'
import { isPurged } from '../../cypher/system/purge.ts'
import { getRebuildProgress, lockOffsets, setRebuildStage } from '../../cypher/system/rebuild.ts'
import { dropResolved } from './drop-resolved.ts'

/** The progress of a rebuild. */
export type RebuildProgress = ReturnType<typeof getRebuildProgress.row.parse>

/** Returns null if the consumer group has never claimed a partition. */
export async function rebuildProgress(graph: Pick<Graph, 'read'>, groupId: string): Promise<RebuildProgress | null> {
  const [progress] = await graph.read(getRebuildProgress, null, { groupId })
  return progress ?? null
}

/**
 * Moves a rebuild to its next stage when the current one is done: from replaying events to reconciling, and from there
 * to the end. When all events were replayed, the invalidations of that moment get the rebuild's label. The rebuild
 * waits for them and for those that replace them, but not for later ones. Then it deletes resolved exceptions. Several
 * projectors may call this at the same time.
 * @returns the stage that began, or null if the stage did not change
 */
export async function advanceRebuild(
  graph: Graph,
  groupId: string,
  { generation, stage, records, entries }: RebuildProgress,
): Promise<'reconciling' | 'finished' | null> {
  if (stage === null || stage === 'dropping' || records > 0) return null
  if (stage === 'reconciling' && entries > 0) return null
  return graph.write(async (run) => {
    const [locked] = await run(lockOffsets, null, { groupId, generation, stage })
    if (!locked || locked.behind > 0) return null
    // With all organizations locked, no reconciliation runs until the end of this transaction.
    const organizations: string[] = []
    for (const { key } of await run(listOrganizations, null, { keys: null })) {
      // The lock of one organization is awaited while another one may be purged, which then keeps no node.
      if (await isPurged(run, key)) continue
      organizations.push(key)
      await run(lockReconciliation, key, {})
      if (stage === 'applying') await run(awaitInvalidations, key, {})
    }
    const [left] = await run(getRebuildProgress, null, { groupId })
    const isFinished = left?.entries === 0 && (await dropResolved(run, organizations))
    if (stage === 'reconciling' && !isFinished) return null
    await run(setRebuildStage, null, { groupId, stage: isFinished ? null : 'reconciling' })
    return isFinished ? 'finished' : 'reconciling'
  })
}
