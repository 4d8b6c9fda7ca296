import { setTimeout as delay } from 'node:timers/promises'
import { causeOf } from '../../errors.ts'
import { ConsumerGroup } from '../internals.ts'
import type { Patch } from './patch.ts'

const originalHeartbeat = ConsumerGroup.prototype.heartbeat
const originalRecovery = ConsumerGroup.prototype.recoverFromFetch

/** The broker is unavailable, or too slow to respond in time. */
const AWAY = new Set([
  'KafkaJSBrokerNotFound',
  'KafkaJSConnectionClosedError',
  'KafkaJSConnectionError',
  'KafkaJSRequestTimeoutError',
])
/** Another broker is the coordinator of the group now, or will be when it has loaded the state of the group. */
const COORDINATED_ELSEWHERE = new Set([
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'GROUP_LOAD_IN_PROGRESS',
  'NOT_COORDINATOR_FOR_GROUP',
])
/** Another broker is the leader of the partition now. */
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

/** Groups that are searching for their coordinator. Heartbeats are not sent in the meantime, but nothing else waits. */
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
    // If the coordinator was not found, the next heartbeat starts another search.
    .then(found, () => undefined)
    .finally(() => searching.delete(group))
}

/**
 * Lets a member keep its partitions while its coordinator, or the leader of a partition, is replaced. In kafkajs 2.2.4,
 * the failure of a coordinator ends the consumer. Its successor is a new member, which waits until the session of the
 * old one has expired, 30 s by default. And when a leader moves, the whole group rebalances. Finding the new
 * coordinator is enough, because it knows the members, and the metadata contains the new leader. A member that finds no
 * coordinator within its session timeout still ends, because other members may have its partitions then.
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
  // If the refresh fails, the next fetch fails too and tries again.
  await this.cluster.refreshMetadata().catch(() => undefined)
  await delay(this.maxWaitTime)
}
