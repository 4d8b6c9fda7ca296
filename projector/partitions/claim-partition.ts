import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../../cypher/connect.ts'
import { claimOffset } from '../../cypher/system/offsets.ts'
import type { Claim } from './advance.ts'

/** What the broker says about a partition. */
export interface Whereabouts {
  clusterId: string
  topicId: string
  /** How many the topic has. */
  partitions: number
  logStart: number
  logEnd: number
}

export type Claimed =
  | { outcome: 'claimed'; claim: Claim; next: number }
  | { outcome: 'gap' | 'partitions'; detail: string }
  | { outcome: 'rebuilding' }

/**
 * Takes a partition over, so that writes of its earlier owner fail, and checks that the log continues where the graph
 * stands: a log that was cut, replaced or rewound would lose events or apply others under the same offsets. In a topic of
 * another number of partitions keys lie elsewhere than before, so that nothing of it is claimed.
 * @param expectedPartitions how many the topic must have where the graph was built from nothing of it yet
 * @throws GraphError when the graph does not answer
 */
export async function claimPartition(
  graph: Graph,
  topicPartition: Pick<Claim, 'groupId' | 'topic' | 'partition' | 'owner'>,
  found: Whereabouts,
  expectedPartitions: number,
): Promise<Claimed> {
  const { logEnd: _, ...claiming } = found
  const [row] = await graph.write((run) =>
    run(claimOffset, null, { ...topicPartition, ...claiming, expectedPartitions }),
  )
  if (!row) return { outcome: 'rebuilding' }
  const { epoch, next, rebuiltTo, ...stored } = row
  if (epoch === null || next === null) {
    if (stored.topicId !== found.topicId) return { outcome: 'gap', detail: RECREATED }
    return { outcome: 'partitions', detail: otherPartitions(found.partitions, stored.partitions) }
  }
  const detail = gapOf(found, { ...stored, next })
  return detail
    ? { outcome: 'gap', detail }
    : { outcome: 'claimed', claim: { ...topicPartition, epoch, rebuiltTo }, next }
}

/** Why a topic is not the one that the graph was built from. */
export const RECREATED = 'the topic was deleted and created again'

/** Why nothing is read of a topic that has another number of partitions than the graph was built from. */
export function otherPartitions(found: number, built: number): string {
  return `the topic has ${found} partitions, and the graph is built from ${built}: keys lie elsewhere than before`
}

function gapOf(found: Whereabouts, stored: { clusterId: string; topicId: string; next: number }): string | null {
  if (found.clusterId !== stored.clusterId)
    return `the graph was filled from cluster ${stored.clusterId}, this is ${found.clusterId}`
  if (found.topicId !== stored.topicId) return RECREATED
  if (found.logStart > stored.next) return `the log starts at ${found.logStart}, and ${stored.next} was not applied yet`
  if (found.logEnd < stored.next) return `the log ends at ${found.logEnd}, before ${stored.next}, which was applied`
  return null
}

/** Waits longer from try to try, up to 5 s, and less when told to stop. */
export async function backOff(attempt: number, signal: AbortSignal): Promise<void> {
  await delay(Math.min(5000, 200 * 2 ** Math.min(attempt, 5)), undefined, { signal }).catch(() => undefined)
}
