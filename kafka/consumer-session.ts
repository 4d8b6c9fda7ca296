import kafkajs, { type EachBatchPayload } from 'kafkajs'
import { closeWithin } from './close-within.ts'
import type { ConsumerOptions, RunningConsumer } from './consumer-port.ts'
import { type Delivery, deliver } from './deliver.ts'
import { partitionEnds } from './ends.ts'
import { isTransient } from './is-transient.ts'
import { membership } from './membership.ts'

const { PartitionAssigners } = kafkajs

const MIB = 1024 * 1024
const DEFAULT_CONCURRENCY = 4
const DEFAULT_SESSION_TIMEOUT_MS = 30_000
const REBALANCE_TIMEOUT_MS = 60_000
/** Also how soon a member learns that the group changes. */
const HEARTBEAT_MS = 1_000
const JOIN_MS = 3_000
const CLOSE_MS = 5_000

/**
 * Two minutes of trying to reach any broker at all: a member that comes back under its old id goes on at once, while a
 * new one has to wait until the broker takes the old one for dead.
 */
const CLUSTER_RETRY = { initialRetryTime: 200, maxRetryTime: 2_000, retries: 60 }
const REQUEST_RETRIES = 4

/** Why a session ended, and whether a new one may help. */
export type SessionEnd = { error: unknown; isTransient: boolean }

/** One membership in the group, from its connection to its end. */
export type ConsumerSession = Pick<RunningConsumer, 'pause' | 'resume' | 'commit' | 'lag'> & {
  ended: Promise<SessionEnd>
  /** Leaves the group once the running batches are done. */
  close(): Promise<void>
}

/** Fetched data stays within 8 MiB, packed; a partition at rest costs two empty rounds a second. */
function openConsumer({ groupId, sessionTimeoutMs = DEFAULT_SESSION_TIMEOUT_MS, connection }: ConsumerOptions) {
  const client = connection.open({ retry: CLUSTER_RETRY })
  const consumer = client.kafka.consumer({
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
    // Starting again is up to whoever opened the session: kafkajs would do so with the same, possibly dead, sockets.
    retry: { retries: REQUEST_RETRIES, restartOnFailure: async () => false },
  })
  return { client, consumer }
}

/** A failed session and a handler that failed are told apart by who was at fault. */
const ofKafka = (error: unknown): SessionEnd => ({ error, isTransient: isTransient(error) })
const ofHandler = (error: unknown): SessionEnd => ({ error, isTransient: false })

/**
 * Joins the group and hands over batches until it fails or is closed. Brokers that are away end it, after the few tries
 * of kafkajs; so does an error of a handler.
 */
export function openSession(options: ConsumerOptions, onContact: () => void): ConsumerSession {
  const { connection, groupId, topics, onBatch, onGap, concurrency = DEFAULT_CONCURRENCY } = options
  const { log } = connection
  const { client, consumer } = openConsumer(options)
  const members = membership(consumer, options.onRevoked)
  const ended = Promise.withResolvers<SessionEnd>()
  const running = new Set<Promise<void>>()
  let lost: Error | undefined
  let isClosing = false

  const fail = (error: unknown) => {
    members.revoke()
    ended.resolve(ofHandler(error))
  }
  const lose = (error: Error) => {
    lost = error
    members.revoke()
  }
  const endsOf: Delivery['endsOf'] = async ({ topic, partition }) =>
    (await partitionEnds(connection, [topic])).find((ends) => ends.partition === partition)

  const { CRASH, END_BATCH_PROCESS, GROUP_JOIN, HEARTBEAT, REBALANCING, STOP } = consumer.events
  consumer.on(GROUP_JOIN, ({ payload }) => {
    if (isClosing) return
    lost = undefined
    onContact()
    const assignment = members.join(payload.memberAssignment)
    log.info({ groupId, partitions: assignment.partitions.length }, 'joined the consumer group')
    const assigned = async () => options.onAssigned(assignment)
    assigned().catch(fail)
  })
  consumer.on(HEARTBEAT, onContact)
  consumer.on(REBALANCING, members.revoke)
  consumer.on(STOP, members.revoke)
  consumer.on(CRASH, ({ payload }) => ended.resolve(ofKafka(payload.error)))
  consumer.on(END_BATCH_PROCESS, ({ payload }) => {
    // Without records (only markers or aborted ones), kafkajs moves on by itself and tells nobody else.
    const state = payload.batchSize === 0 ? members.states().find(payload) : undefined
    if (state?.isReading) state.fetchFrom = BigInt(payload.lastOffset) + 1n
  })

  const eachBatch = async (payload: EachBatchPayload) => {
    const { readFrom, rest } = members
    const to: Delivery = {
      log,
      states: members.states(),
      signal: members.signal(),
      readFrom,
      rest,
      lose,
      endsOf,
      onBatch,
      onGap,
    }
    const work = lost ? Promise.resolve() : deliver(payload, to).catch(fail)
    running.add(work)
    await work.finally(() => running.delete(work))
    // Only an error makes kafkajs join again; its own heartbeat may have been answered by then.
    if (lost) throw lost
  }
  const join = async () => {
    await consumer.connect()
    await consumer.subscribe({ topics, fromBeginning: true })
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: concurrency,
      eachBatch,
    })
  }
  const joined = join().catch((error: unknown) => ended.resolve(ofKafka(error)))

  return {
    ended: ended.promise,
    pause: members.pause,
    resume: members.resume,
    lag: () => members.states().lag(),
    commit: async (offsets) => {
      const mine = offsets.filter((of) => !members.signal().aborted && members.states().find(of))
      const commits = mine.map(({ topic, partition, offset }) => ({ topic, partition, offset: String(offset) }))
      const failed = (error: Error) => log.debug({ groupId, error: error.message }, 'offsets were not published')
      if (commits.length > 0) await consumer.commitOffsets(commits).catch(failed)
    },
    close: async () => {
      isClosing = true
      client.refuse()
      members.revoke()
      await closeWithin(JOIN_MS, () => joined)
      const left = consumer.disconnect().catch(() => undefined)
      await Promise.allSettled(running)
      await closeWithin(CLOSE_MS, () => left)
      client.abort()
    },
  }
}
