import type { Graph } from '../cypher/connect.ts'
import { listOrganizations } from '../cypher/system.ts'
import { applyBatch, type Claim } from './apply-batch.ts'
import { classify, type DeadRecord, decodeRecords, type PartitionRecord } from './classify.ts'
import type { ProjectorMetrics } from './metrics.ts'

export interface Projecting {
  graph: Graph
  metrics: ProjectorMetrics
  /** Puts dead letters aside; resolves when every replica in sync has them. */
  bury(dead: DeadRecord[], from: { topic: string; partition: number }): Promise<void>
}

/**
 * Applies consecutive records of a partition that stands at `from`, dead letters first: the offset never moves past a
 * record that was neither applied nor put aside.
 * @returns the offset where the partition stands now
 * @throws Fenced, GraphError, or what `bury` throws; then nothing was applied
 */
export async function projectBatch(
  { graph, metrics, bury }: Projecting,
  claim: Claim,
  records: readonly PartitionRecord[],
  from: number,
): Promise<number> {
  const last = records.at(-1)
  if (!last) return from
  const { decoded, organizations } = decodeRecords(records)
  const known = organizations.length > 0 ? await graph.read(listOrganizations, null, { keys: organizations }) : []
  const { events, dead, ignored } = classify(decoded, known)
  if (dead.length > 0) await bury(dead, claim)
  const to = last.offset + 1
  const { applied, stale } = await applyBatch(graph, claim, events, from, to)
  metrics.records.inc({ outcome: 'applied' }, applied)
  metrics.records.inc({ outcome: 'stale' }, stale)
  metrics.records.inc({ outcome: 'ignored' }, ignored)
  metrics.records.inc({ outcome: 'dead' }, dead.length)
  for (const { reason } of dead) metrics.dead.inc({ reason })
  return to
}
