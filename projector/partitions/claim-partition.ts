import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../../cypher/connect.ts'
import { claimOffset } from '../../cypher/system/offsets.ts'
import type { Claim } from './advance.ts'

/** What the broker says about a partition. */
export interface Whereabouts {
  clusterId: string
  topicId: string
  logStart: number
  logEnd: number
}

export type Claimed =
  | { outcome: 'claimed'; claim: Claim; next: number }
  | { outcome: 'gap'; detail: string }
  | { outcome: 'rebuilding' }

/**
 * Takes a partition over, so that writes of its earlier owner fail, and checks that the log goes on where the graph
 * stands: a log that was cut, replaced or rewound would lose events or apply others under the same offsets.
 * @throws GraphError when the graph does not answer
 */
export async function claimPartition(
  graph: Graph,
  topicPartition: Pick<Claim, 'groupId' | 'topic' | 'partition' | 'owner'>,
  { clusterId, topicId, logStart, logEnd }: Whereabouts,
): Promise<Claimed> {
  const [row] = await graph.write((run) => run(claimOffset, null, { ...topicPartition, clusterId, topicId, logStart }))
  if (!row) return { outcome: 'rebuilding' }
  const { epoch, next } = row
  const detail = gapOf({ clusterId, topicId, logStart, logEnd }, row)
  return detail ? { outcome: 'gap', detail } : { outcome: 'claimed', claim: { ...topicPartition, epoch }, next }
}

function gapOf(found: Whereabouts, stored: { clusterId: string; topicId: string; next: number }): string | null {
  if (found.clusterId !== stored.clusterId)
    return `the graph was filled from cluster ${stored.clusterId}, this is ${found.clusterId}`
  if (found.topicId !== stored.topicId) return 'the topic was deleted and created again'
  if (found.logStart > stored.next) return `the log starts at ${found.logStart}, and ${stored.next} was not applied yet`
  if (found.logEnd < stored.next) return `the log ends at ${found.logEnd}, before ${stored.next}, which was applied`
  return null
}

/** Waits longer from try to try, up to 5 s, and less when told to stop. */
export async function backOff(attempt: number, signal: AbortSignal): Promise<void> {
  await delay(Math.min(5000, 200 * 2 ** Math.min(attempt, 5)), undefined, { signal }).catch(() => undefined)
}
