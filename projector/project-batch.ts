import type { Graph } from '../cypher/connect.ts'
import { listOrganizations } from '../cypher/system.ts'
import type { Claim } from './advance.ts'
import { applyBatch } from './apply-batch.ts'
import { classify, type DeadRecord, decodeRecords, type PartitionRecord } from './classify.ts'
import { recordLetters } from './connected/record-letters.ts'
import type { ProjectorMetrics } from './metrics.ts'
import type { Place } from './partition-states.ts'

export interface Projecting {
  graph: Graph
  metrics: ProjectorMetrics
  /** Writes one batch at a time. */
  inTurn<T>(task: () => Promise<T>): Promise<T>
  /** Puts dead letters of the slice that begins at `from` aside; resolves when every replica in sync has them. */
  bury(dead: readonly DeadRecord[], place: Place, from: number): Promise<void>
}

/** Consecutive records of a partition: it stands at `from` before them and at `to` after them. */
export interface Slice {
  records: readonly PartitionRecord[]
  from: number
  to: number
}

/**
 * Applies a slice, dead letters first: the offset never moves past a record that was neither applied nor put aside.
 * @returns false when the partition was taken away while the slice waited for its turn; then nothing was applied
 * @throws Fenced, GraphError, or what `bury` throws; then nothing was applied
 */
export async function projectBatch(
  { graph, metrics, inTurn, bury }: Projecting,
  claim: Claim,
  { records, from, to }: Slice,
  isCurrent: () => boolean,
): Promise<boolean> {
  const { decoded, organizations: keys } = decodeRecords(records)
  // A write transaction asks the leader of a cluster: others may not know yet what an operator has just changed.
  const known = keys.length > 0 ? await graph.write((run) => run(listOrganizations, null, { keys })) : []
  const { events, dead, ignored } = classify(decoded, known)
  if (dead.length > 0) await bury(dead, claim, from)
  const letters = recordLetters(dead, new Set(known.map(({ key }) => key)), claim)
  const result = await inTurn(async () => {
    if (!isCurrent()) return null
    const done = metrics.batchSeconds.startTimer()
    const applied = await applyBatch(graph, claim, events, from, to, letters)
    done()
    return applied
  })
  if (!result) return false
  metrics.records.inc({ outcome: 'applied' }, result.applied)
  metrics.records.inc({ outcome: 'stale' }, result.stale)
  metrics.records.inc({ outcome: 'ignored' }, ignored)
  metrics.records.inc({ outcome: 'dead' }, dead.length)
  for (const { reason } of dead) metrics.dead.inc({ reason })
  return true
}
