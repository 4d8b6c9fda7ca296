import { randomUUID } from 'node:crypto'
import type { Graph } from '../../../cypher/connect.ts'
import type { Claim } from '../../../projector/partitions/advance.ts'
import { applyBatch, type BatchResult } from '../../../projector/partitions/apply-batch.ts'
import { claimPartition } from '../../../projector/partitions/claim-partition.ts'
import { decoded, type SourceEvent } from './source-event.ts'

const whereabouts = { clusterId: 'cluster', topicId: 'topic', partitions: 1, logStart: 0, logEnd: 1_000_000 }

/** Takes a partition over that no broker knows; of a group of its own unless given. */
export async function claim(
  graph: Graph,
  place: Partial<Omit<Claim, 'epoch'>> = {},
): Promise<Claim & { next: number }> {
  const own = { groupId: randomUUID(), topic: 'records', partition: 0, owner: 'test', ...place }
  const claimed = await claimPartition(graph, own, whereabouts, 1)
  if (claimed.outcome !== 'claimed') throw new Error(`not claimed: ${claimed.outcome}`)
  return { ...claimed.claim, next: claimed.next }
}

/** The offsets where a log is cut, its begin and end included, by the sizes of the batches. */
export function cutsOf(length: number, sizes: Iterable<number>): number[] {
  const cuts = [0]
  let at = 0
  for (const size of sizes) {
    at += size
    if (at >= length) break
    cuts.push(at)
  }
  return [...cuts, length]
}

/** Applies a log to a partition of its own, in batches. */
export async function applyLog(
  graph: Graph,
  organization: string,
  log: readonly SourceEvent[],
  cuts: readonly number[] = [0, log.length],
): Promise<BatchResult> {
  const own = await claim(graph)
  const total = { applied: 0, stale: 0 }
  for (const [index, from] of cuts.slice(0, -1).entries()) {
    const to = cuts[index + 1] ?? log.length
    const events = log.slice(from, to).map((event) => decoded(organization, event))
    const { applied, stale } = await applyBatch(graph, own, events, from, to)
    total.applied += applied
    total.stale += stale
  }
  return total
}
