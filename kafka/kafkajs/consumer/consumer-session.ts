import kafkajs, { type Consumer, type EachBatchPayload } from 'kafkajs'
import { closeWithin } from '../../../process/close-within.ts'
import type { ConsumerOptions, RunningConsumer } from '../../consumer.ts'
import type { OpenClient } from '../connect.ts'
import { isTransient } from '../is-transient.ts'
import { endOffsets } from '../topics/end-offsets.ts'
import { type Delivery, deliver } from './deliver.ts'
import { type Membership, membership } from './membership.ts'

const { PartitionAssigners } = kafkajs

const MIB = 1024 * 1024
const DEFAULT_CONCURRENCY = 4
const DEFAULT_SESSION_TIMEOUT_MS = 30_000
const DEFAULT_GAP_PAUSE_MS = 5_000
const REBALANCE_TIMEOUT_MS = 60_000
/** Also how soon a member learns that the group changes. */
const HEARTBEAT_MS = 1_000
const JOIN_MS = 3_000
const COMMIT_MS = 500
const CLOSE_MS = 5_000

/**
 * Two minutes of trying to reach any broker at all: a member that comes back under its old id continues immediately, while a
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
    // The caller of the session decides whether to start again: kafkajs would do so with the same, possibly dead, sockets.
    retry: { retries: REQUEST_RETRIES, restartOnFailure: async () => false },
  })
  return { client, consumer }
}

/** What the parts of a session share. */
type Session = {
  options: ConsumerOptions
  client: OpenClient
  consumer: Consumer
  members: Membership
  ended: PromiseWithResolvers<SessionEnd>
  /** Batches that are being applied. */
  running: Set<Promise<void>>
  /** Why the group no longer has this member, until it joins again. */
  lost: Error | null
  isClosing: boolean
}

function failed({ ended }: Session, error: unknown): void {
  ended.resolve({ error, isTransient: isTransient(error) })
}

/** A handler is at fault, not Kafka: what it did must neither be taken as done nor be tried again unseen. */
function handlerFailed({ ended, members }: Session, error: unknown): void {
  members.revoke()
  ended.resolve({ error, isTransient: false })
}

function watchGroup(session: Session, onContact: () => void): void {
  const { options, consumer, members } = session
  const { CRASH, GROUP_JOIN, HEARTBEAT, REBALANCING, STOP } = consumer.events
  consumer.on(GROUP_JOIN, ({ payload }) => {
    if (session.isClosing) return
    session.lost = null
    onContact()
    const assignment = members.join(payload.memberAssignment)
    const { connection, groupId } = options
    connection.log.info({ groupId, partitions: assignment.partitions.length }, 'joined the consumer group')
    const assigned = async () => options.onAssigned(assignment)
    assigned().catch((error: unknown) => handlerFailed(session, error))
  })
  consumer.on(HEARTBEAT, onContact)
  consumer.on(REBALANCING, members.revoke)
  consumer.on(STOP, members.revoke)
  consumer.on(CRASH, ({ payload }) => failed(session, payload.error))
}

function deliveryOf(session: Session): Delivery {
  const { members } = session
  const { connection, onBatch, onGap, gapPauseMs = DEFAULT_GAP_PAUSE_MS } = session.options
  return {
    gapPauseMs,
    log: connection.log,
    onBatch,
    onGap,
    states: members.states(),
    signal: members.signal(),
    readFrom: members.readFrom,
    rest: members.rest,
    lose: (error) => {
      session.lost = error
      members.revoke()
    },
    endOffsetsOf: async ({ topic, partition }) =>
      (await endOffsets(connection, [topic])).find((of) => of.partition === partition),
  }
}

async function eachBatch(session: Session, payload: EachBatchPayload): Promise<void> {
  const { lost, running } = session
  if (lost) throw lost
  const work = deliver(payload, deliveryOf(session)).catch((error: unknown) => handlerFailed(session, error))
  running.add(work)
  await work.finally(() => running.delete(work))
  // Only an error makes kafkajs join again; its own heartbeat may have been answered by now.
  if (session.lost) throw session.lost
}

async function join(session: Session): Promise<void> {
  const { consumer, options } = session
  await consumer.connect()
  await consumer.subscribe({ topics: options.topics, fromBeginning: true })
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: options.concurrency ?? DEFAULT_CONCURRENCY,
    eachBatch: (payload) => eachBatch(session, payload),
  })
}

async function commit({ consumer, members, options }: Session, offsets: Parameters<RunningConsumer['commit']>[0]) {
  const { connection, groupId } = options
  const mine = offsets.filter((of) => !members.signal().aborted && members.states().find(of))
  const commits = mine.map(({ topic, partition, offset }) => ({ topic, partition, offset: String(offset) }))
  const notPublished = (error: Error) =>
    connection.log.debug({ groupId, error: error.message }, 'offsets were not published')
  // A coordinator that is away must not hold up what does not depend on it.
  if (commits.length > 0) await closeWithin(COMMIT_MS, () => consumer.commitOffsets(commits).catch(notPublished))
}

async function close(session: Session, joined: Promise<void>): Promise<void> {
  const { client, consumer, members, running } = session
  session.isClosing = true
  client.refuse()
  members.revoke()
  await closeWithin(JOIN_MS, () => joined)
  const left = consumer.disconnect().catch(() => undefined)
  await Promise.allSettled(running)
  await closeWithin(CLOSE_MS, () => left)
  client.abort()
}

/**
 * Joins the group and hands over batches until it fails or is closed. Brokers that are away for long end it; so does an
 * error of a handler.
 */
export function openSession(options: ConsumerOptions, onContact: () => void): ConsumerSession {
  const { client, consumer } = openConsumer(options)
  const members = membership(consumer, options.onRevoked)
  const ended = Promise.withResolvers<SessionEnd>()
  const begin = { lost: null, isClosing: false, running: new Set<Promise<void>>() }
  const session: Session = { options, client, consumer, members, ended, ...begin }
  watchGroup(session, onContact)
  const joined = join(session).catch((error: unknown) => failed(session, error))
  return {
    ended: ended.promise,
    pause: members.pause,
    resume: members.resume,
    lag: () => members.states().lag(),
    commit: (offsets) => commit(session, offsets),
    close: () => close(session, joined),
  }
}
