import kafkajs, { type Consumer, type EachBatchPayload } from 'kafkajs'
import { closeWithin } from '../../../process/close-within.ts'
import type { ConsumerOptions, Lag, RunningConsumer, TopicPartition } from '../../consumer.ts'
import { endOffsets } from '../admin.ts'
import { isTransient } from '../is-transient.ts'
import type { Clients, OpenClient } from '../open-client.ts'
import { type Delivery, deliver } from './deliver.ts'
import { Membership } from './membership.ts'

const { PartitionAssigners } = kafkajs

const MIB = 1024 * 1024
const DEFAULT_CONCURRENCY = 4
const DEFAULT_SESSION_TIMEOUT_MS = 30_000
const DEFAULT_GAP_PAUSE_MS = 5_000
const REBALANCE_TIMEOUT_MS = 60_000
/** The interval also limits how fast a member learns of a rebalance. */
const HEARTBEAT_MS = 1_000
const JOIN_MS = 3_000
const COMMIT_MS = 500
const CLOSE_MS = 5_000

/**
 * Tries to reach any broker for two minutes. A member that returns with its old ID continues immediately, while a new
 * member has to wait until the broker considers the old one dead.
 */
const CLUSTER_RETRY = { initialRetryTime: 200, maxRetryTime: 2_000, retries: 60 }
const REQUEST_RETRIES = 4

/** Why a session ended, and whether a new one may succeed. */
export type SessionEnd = { error: unknown; isTransient: boolean }

/** Limits fetched data to 8 MiB, compressed. A paused partition causes two empty fetches per second. */
function consumerOf(client: OpenClient, options: ConsumerOptions): Consumer {
  const { groupId, sessionTimeoutMs = DEFAULT_SESSION_TIMEOUT_MS } = options
  return client.kafka.consumer({
    groupId,
    sessionTimeout: sessionTimeoutMs,
    rebalanceTimeout: Math.max(sessionTimeoutMs, REBALANCE_TIMEOUT_MS),
    heartbeatInterval: Math.min(HEARTBEAT_MS, Math.floor(sessionTimeoutMs / 3)),
    partitionAssigners: [PartitionAssigners.roundRobin],
    allowAutoTopicCreation: false,
    maxBytesPerPartition: MIB,
    maxBytes: 8 * MIB,
    minBytes: 1,
    maxWaitTimeInMs: 500,
    // The caller of the session decides whether to start again, because kafkajs would restart with the same sockets,
    // which may be broken.
    retry: { retries: REQUEST_RETRIES, restartOnFailure: async () => false },
  })
}

/**
 * One membership in the group from connecting to closing. It joins, and passes batches to the handler until it fails or
 * is closed. A long outage of the brokers ends it, and so does an error of the handler.
 */
export class ConsumerSession {
  readonly #clients: Clients
  readonly #options: ConsumerOptions
  readonly #client: OpenClient
  readonly #consumer: Consumer
  readonly #membership: Membership
  readonly #end = Promise.withResolvers<SessionEnd>()
  readonly #joined: Promise<void>
  /** Batches that handlers are applying. */
  readonly #running = new Set<Promise<void>>()
  /** The reason why the group has removed this member, until it joins again. */
  #lost: Error | null = null
  #isClosing = false

  /** `onContact` is called when the coordinator of the group has responded. */
  constructor(clients: Clients, options: ConsumerOptions, onContact: () => void) {
    this.#clients = clients
    this.#options = options
    this.#client = clients.open({ retry: CLUSTER_RETRY })
    this.#consumer = consumerOf(this.#client, options)
    this.#membership = new Membership(this.#consumer, options.onRevoked)
    this.#watchGroup(onContact)
    this.#joined = this.#join().catch((error: unknown) => this.#fail(error))
  }

  get ended(): Promise<SessionEnd> {
    return this.#end.promise
  }

  lag(): Lag[] {
    return this.#membership.states.lag()
  }

  pause(topicPartition: TopicPartition): void {
    this.#membership.pause(topicPartition)
  }

  resume(topicPartition: TopicPartition): void {
    this.#membership.resume(topicPartition)
  }

  async commit(offsets: Parameters<RunningConsumer['commit']>[0]): Promise<void> {
    const { signal, states } = this.#membership
    const mine = offsets.filter((topicPartition) => !signal.aborted && states.find(topicPartition))
    const commits = mine.map(({ topic, partition, offset }) => ({ topic, partition, offset: String(offset) }))
    const { groupId } = this.#options
    const notPublished = (error: Error) =>
      this.#clients.log.debug({ groupId, error: error.message }, 'offsets were not published')
    // Limited in time, because the rest does not depend on the coordinator, which may be unavailable.
    if (commits.length > 0)
      await closeWithin(COMMIT_MS, () => this.#consumer.commitOffsets(commits).catch(notPublished))
  }

  /** Leaves the group when the running batches are done. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#client.refuse()
    this.#membership.revoke()
    await closeWithin(JOIN_MS, () => this.#joined)
    const left = this.#consumer.disconnect().catch(() => undefined)
    await Promise.allSettled(this.#running)
    await closeWithin(CLOSE_MS, () => left)
    this.#client.abort()
  }

  async #join(): Promise<void> {
    const { topics, concurrency = DEFAULT_CONCURRENCY } = this.#options
    await this.#consumer.connect()
    await this.#consumer.subscribe({ topics, fromBeginning: true })
    await this.#consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: concurrency,
      eachBatch: (payload) => this.#eachBatch(payload),
    })
  }

  #watchGroup(onContact: () => void): void {
    const { CRASH, GROUP_JOIN, HEARTBEAT, REBALANCING, STOP } = this.#consumer.events
    const revoke = () => this.#membership.revoke()
    this.#consumer.on(GROUP_JOIN, ({ payload }) => {
      if (this.#isClosing) return
      this.#lost = null
      onContact()
      this.#assign(payload.memberAssignment)
    })
    this.#consumer.on(HEARTBEAT, onContact)
    this.#consumer.on(REBALANCING, revoke)
    this.#consumer.on(STOP, revoke)
    this.#consumer.on(CRASH, ({ payload }) => this.#fail(payload.error))
  }

  #assign(assigned: Record<string, number[]>): void {
    const { groupId, onAssigned } = this.#options
    const assignment = this.#membership.join(assigned)
    this.#clients.log.info({ groupId, partitions: assignment.partitions.length }, 'joined the consumer group')
    const handled = async () => onAssigned(assignment)
    handled().catch((error: unknown) => this.#handlerFailed(error))
  }

  async #eachBatch(payload: EachBatchPayload): Promise<void> {
    if (this.#lost) throw this.#lost
    const work = deliver(payload, this.#delivery()).catch((error: unknown) => this.#handlerFailed(error))
    this.#running.add(work)
    await work.finally(() => this.#running.delete(work))
    // Only an error makes kafkajs join again. Its own heartbeat may have succeeded in the meantime, so the error is
    // thrown here.
    if (this.#lost) throw this.#lost
  }

  /**
   * Returns the context of one batch, with the `states` and `signal` of the assignment under which the batch arrived.
   */
  #delivery(): Delivery {
    const membership = this.#membership
    const { gapPauseMs = DEFAULT_GAP_PAUSE_MS } = this.#options
    return {
      gapPauseMs,
      log: this.#clients.log,
      onBatch: (batch, control) => this.#options.onBatch(batch, control),
      onGap: (gap) => this.#options.onGap(gap),
      states: membership.states,
      signal: membership.signal,
      readFrom: (state, offset) => membership.readFrom(state, offset),
      rest: (state) => membership.rest(state),
      lose: (error) => {
        this.#lost = error
        membership.revoke()
      },
      endOffsetsOf: async ({ topic, partition }) =>
        (await endOffsets(this.#clients, [topic])).find((log) => log.partition === partition),
    }
  }

  #fail(error: unknown): void {
    this.#end.resolve({ error, isTransient: isTransient(error) })
  }

  /**
   * Ends the session, because the handler failed, not Kafka. Its batch must not count as applied, and must not be
   * retried without notice.
   */
  #handlerFailed(error: unknown): void {
    this.#membership.revoke()
    this.#end.resolve({ error, isTransient: false })
  }
}
