import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../../cypher/connect.ts'
import { claimOffset, replaceFeed, settleFeed } from '../../cypher/system/offsets.ts'
import { listDeferred } from '../../cypher/system/organization-rebuild.ts'
import { type Claim, organizationsOfOthers } from './advance.ts'

/** The broker's state of a partition. */
export interface Whereabouts {
  clusterId: string
  topicId: string
  /** Number of partitions of the topic. */
  partitions: number
  logStart: number
  logEnd: number
}

export type Claimed =
  | { outcome: 'claimed'; claim: Claim; next: number }
  | { outcome: 'gap' | 'partitions'; detail: string }
  | { outcome: 'rebuilding' }

/**
 * Claims a partition, so that writes of its previous owner fail, and checks that the topic continues at the offset
 * stored in the graph. If the topic was truncated, replaced, or reset, events would be lost, or other events applied at
 * the same offsets. If its number of partitions has changed, records of a key are in another partition than before, so
 * nothing is claimed. Changes that were committed, but not yet shown, are shown now.
 * @param expectedPartitions required number of partitions while the graph has no offset of the topic
 * @throws GraphError when the graph is unavailable
 */
export async function claimPartition(
  graph: Graph,
  topicPartition: Pick<Claim, 'groupId' | 'topic' | 'partition' | 'owner'>,
  found: Whereabouts,
  expectedPartitions: number,
): Promise<Claimed> {
  const { logEnd: _, ...claiming } = found
  let deferred: ReadonlyMap<string, number | null> = new Map()
  const row = await graph.write(async (run) => {
    const [claimed] = await run(claimOffset, null, { ...topicPartition, ...claiming, expectedPartitions })
    const { feed, feedBefore } = claimed ?? {}
    const { groupId, topic, partition } = topicPartition
    const others = claimed ? await run(listDeferred, null, { groupId, topic, partition }) : []
    deferred = new Map(others.map(({ organization, until }) => [organization, until]))
    if (feed && feed === feedBefore) await run(settleFeed, null, { feed, except: organizationsOfOthers({ deferred }) })
    else if (feedBefore) await run(replaceFeed, null, { feed: feedBefore })
    return claimed
  })
  if (!row) return { outcome: 'rebuilding' }
  const { epoch, next, rebuiltTo, decidedTo, feed: id, feedFrom: from, feedFromAt: fromAt, feedTo: to, ...stored } = row
  if (epoch === null || next === null || id === null || from === null || fromAt === null || to === null) {
    if (stored.topicId !== found.topicId) return { outcome: 'gap', detail: RECREATED }
    return { outcome: 'partitions', detail: otherPartitions(found.partitions, stored.partitions) }
  }
  const detail = gapOf(found, { ...stored, next })
  if (detail) return { outcome: 'gap', detail }
  const claim = { ...topicPartition, epoch, rebuiltTo, decidedTo, feed: { id, from, fromAt, to }, deferred }
  return { outcome: 'claimed', claim, next }
}

/** The detail of a stopped partition whose topic has another ID than before. */
export const RECREATED = 'the topic was deleted and created again'

/** The detail of a stopped partition whose topic has another number of partitions than when the graph was built. */
export function otherPartitions(found: number, built: number): string {
  return `the topic has ${found} partitions, but the graph was built from ${built}: keys are in other partitions`
}

/** Why a partition cannot continue at its stored offset. Null if it can. */
export function gapOf(found: Whereabouts, stored: { clusterId: string; topicId: string; next: number }): string | null {
  if (found.clusterId !== stored.clusterId)
    return `the graph was filled from cluster ${stored.clusterId}, this is ${found.clusterId}`
  if (found.topicId !== stored.topicId) return RECREATED
  if (found.logStart > stored.next) return `the log starts at ${found.logStart}, and ${stored.next} was not applied yet`
  if (found.logEnd < stored.next) return `the log ends at ${found.logEnd}, before ${stored.next}, which was applied`
  return null
}

/** Waits before the next attempt: longer each time, up to 5 s. The signal ends the wait early. */
export async function backOff(attempt: number, signal: AbortSignal): Promise<void> {
  await delay(Math.min(5000, 200 * 2 ** Math.min(attempt, 5)), undefined, { signal }).catch(() => undefined)
}
