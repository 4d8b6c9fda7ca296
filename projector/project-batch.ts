import type { Graph } from '../cypher/connect.ts'
import { listOrganizations } from '../cypher/system.ts'
import { applyBatch, type Claim } from './apply-batch.ts'
import { classify, type DeadRecord, decodeRecords, type PartitionRecord } from './classify.ts'
import type { ProjectorMetrics } from './metrics.ts'
import type { Place } from './partition-states.ts'

export interface Projecting {
  graph: Graph
  metrics: ProjectorMetrics
  /** Writes one batch at a time. */
  inTurn<T>(task: () => Promise<T>): Promise<T>
  /** Puts dead letters aside; resolves when every replica in sync has them. */
  bury(dead: readonly DeadRecord[], from: Place): Promise<void>
}

/** Consecutive records of a partition: it stands at `from` before them and at `to` after them. */
export interface Slice {
  records: readonly PartitionRecord[]
  from: number
  to: number
}

/**
 * Applies a slice, dead letters first: the offset never moves past a record that was neither applied nor put aside.
 * @throws Fenced, GraphError, or what `bury` throws; then nothing was applied
 */
export async function projectBatch(
  { graph, metrics, inTurn, bury }: Projecting,
  claim: Claim,
  { records, from, to }: Slice,
): Promise<void> {
  const { decoded, organizations } = decodeRecords(records)
  const known = organizations.length > 0 ? await graph.read(listOrganizations, null, { keys: organizations }) : []
  const { events, dead, ignored } = classify(decoded, known)
  if (dead.length > 0) await bury(dead, claim)
  const { applied, stale } = await inTurn(() => applyBatch(graph, claim, events, from, to))
  metrics.records.inc({ outcome: 'applied' }, applied)
  metrics.records.inc({ outcome: 'stale' }, stale)
  metrics.records.inc({ outcome: 'ignored' }, ignored)
  metrics.records.inc({ outcome: 'dead' }, dead.length)
  for (const { reason } of dead) metrics.dead.inc({ reason })
}
