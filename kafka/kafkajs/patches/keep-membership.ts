import { setTimeout as delay } from 'node:timers/promises'
import { causeOf } from '../../errors.ts'
import { ConsumerGroup } from '../internals.ts'
import type { Patch } from './patch.ts'

const originalHeartbeat = ConsumerGroup.prototype.heartbeat
const originalRecovery = ConsumerGroup.prototype.recoverFromFetch

/** The broker that was asked is away, or too slow to be heard. */
const AWAY = new Set([
  'KafkaJSBrokerNotFound',
  'KafkaJSConnectionClosedError',
  'KafkaJSConnectionError',
  'KafkaJSRequestTimeoutError',
])
/** Another broker coordinates the group now, or will as soon as it has read what the last one knew. */
const COORDINATED_ELSEWHERE = new Set([
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'GROUP_LOAD_IN_PROGRESS',
  'NOT_COORDINATOR_FOR_GROUP',
])
/** Another broker leads the partition now. */
const LED_ELSEWHERE = new Set([
  'FENCED_LEADER_EPOCH',
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_FOR_PARTITION',
  'UNKNOWN_LEADER_EPOCH',
])

type Fields = { name?: unknown; type?: unknown }

function fieldsOf(error: unknown): { name: string; type: string } {
  const { name, type }: Fields = Object(causeOf(error))
  return { name: String(name), type: String(type) }
}

/** Searches that are under way: heartbeats are not sent during them, but nothing else waits for them. */
const searching = new WeakSet<ConsumerGroup>()

function findCoordinatorAgain(group: ConsumerGroup): void {
  if (searching.has(group)) return
  searching.add(group)
  const found = (coordinator: Awaited<ReturnType<typeof group.cluster.findGroupCoordinator>>) => {
    group.coordinator = coordinator
    if (group.offsetManager) group.offsetManager.coordinator = coordinator
  }
  group.cluster
    .findGroupCoordinator({ groupId: group.groupId })
    // What is not found now is searched for again at the next heartbeat.
    .then(found, () => undefined)
    .finally(() => searching.delete(group))
}

/**
 * Lets a member keep its partitions while its coordinator, or the leader of a partition, is replaced. In kafkajs 2.2.4 a
 * coordinator that died ends the consumer, and the one that follows is a new member: it waits until the session of the
 * old one is over, 30 s by default; and a leader that moved makes the whole group share its partitions again. The next
 * coordinator knows the members, so that it is enough to find it; and another leader is found in the metadata. A member
 * that finds no coordinator within its session, after which others may have its partitions, ends as before.
 */
export const keepMembershipPatch: Patch = {
  issues: ['https://github.com/tulios/kafkajs/issues/1373', 'https://github.com/tulios/kafkajs/issues/1439'],
  tests: ['test/cluster/group.test.ts'],
  removedBy: 'A release of kafkajs that closes #1373 and #1439',
  apply() {
    ConsumerGroup.prototype.heartbeat = heartbeat
    ConsumerGroup.prototype.recoverFromFetch = recoverFromFetch
  },
}

async function heartbeat(this: ConsumerGroup, options: { interval: number }): Promise<void> {
  const isInSession = Date.now() - this.lastRequest < this.sessionTimeout
  if (isInSession && searching.has(this)) return
  try {
    await originalHeartbeat.call(this, options)
  } catch (error) {
    const { name, type } = fieldsOf(error)
    if (!isInSession || !(AWAY.has(name) || COORDINATED_ELSEWHERE.has(type))) throw error
    findCoordinatorAgain(this)
  }
}

async function recoverFromFetch(this: ConsumerGroup, error: unknown): Promise<void> {
  const { name, type } = fieldsOf(error)
  if (!AWAY.has(name) && !LED_ELSEWHERE.has(type)) return originalRecovery.call(this, error)
  // Without an answer, the next fetch tells more.
  await this.cluster.refreshMetadata().catch(() => undefined)
  await delay(this.maxWaitTime)
}
