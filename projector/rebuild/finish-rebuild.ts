import type { Graph } from '../../cypher/connect.ts'
import { awaitInvalidations, lockReconciliation } from '../../cypher/exceptions/queue.ts'
import { listOrganizations } from '../../cypher/system/credentials.ts'
import { getRebuildProgress, lockOffsets, setRebuildStage } from '../../cypher/system/rebuild.ts'

/** Where a rebuild stands. */
export type RebuildProgress = ReturnType<typeof getRebuildProgress.row.parse>

/** Null before the group has claimed anything. */
export async function rebuildProgress(graph: Pick<Graph, 'read'>, groupId: string): Promise<RebuildProgress | null> {
  const [progress] = await graph.read(getRebuildProgress, null, { groupId })
  return progress ?? null
}

/**
 * Moves a rebuild on once nothing is left to do at its stage: from reading the log again to reconciling, and from there to its
 * end. What is to be reconciled when all of the log has been read is what the rebuild waits for, with all that follows from
 * it, and not for what comes later. Any projector may do this, several at a time too.
 * @returns what was begun, or null when nothing is to be done
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
    // No process reconciles until the end of this transaction, and earlier reconciliations are done.
    for (const { key } of await run(listOrganizations, null, { keys: null })) {
      await run(lockReconciliation, key, {})
      if (stage === 'applying') await run(awaitInvalidations, key, {})
    }
    const [left] = await run(getRebuildProgress, null, { groupId })
    const isFinished = left?.entries === 0
    if (stage === 'reconciling' && !isFinished) return null
    await run(setRebuildStage, null, { groupId, stage: isFinished ? null : 'reconciling' })
    return isFinished ? 'finished' : 'reconciling'
  })
}
