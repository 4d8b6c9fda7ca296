import { setTimeout as delay } from 'node:timers/promises'
import type { EachBatchPayload, KafkaMessage } from 'kafkajs'
import type { BatchControl, ConsumerOptions, RecordBatch } from '../../consumer.ts'
import { type KafkaRecord, safeHeaders } from '../../records.ts'
import type { Log } from '../log.ts'
import { isPassed, type Stop, stopOf } from '../patches/fetch-responses.ts'
import type { EndOffsets } from '../topics/end-offsets.ts'
import type { AssignedPartitions, PartitionState } from './assigned-partitions.ts'

/** What a delivery needs of the assignment that it belongs to. */
export type Delivery = Pick<ConsumerOptions, 'onBatch' | 'onGap'> & {
  log: Log
  states: AssignedPartitions
  signal: AbortSignal
  /** Reads on from an offset, or from where the partition is. */
  readFrom(state: PartitionState, offset: bigint): void
  rest(state: PartitionState): void
  /** The group has moved on without this consumer: nothing of this assignment counts any more. */
  lose(error: Error): void
  /** Asks over a connection of its own. */
  endOffsetsOf(state: PartitionState): Promise<EndOffsets | undefined>
  /** How long a gap is doubted. */
  gapPauseMs: number
}

const HEARTBEAT_MS = 1_000

const MEMBERSHIP_LOST = [
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'NOT_COORDINATOR_FOR_GROUP',
]

/** Where the fetch began that a batch came from. Guarantee: kafkajs 2.2.4 sets it on each batch, but does not publish it. */
function fetchedFrom(batch: EachBatchPayload['batch'] & { fetchedOffset?: string }): bigint {
  return BigInt(batch.fetchedOffset ?? -1)
}

function recordOf(message: KafkaMessage): KafkaRecord {
  const { key, value, headers = {} } = message
  return {
    offset: BigInt(message.offset),
    timestamp: Number(message.timestamp),
    key,
    value,
    headers: safeHeaders(headers),
  }
}

/** The handler's side of one batch, and whether it asked to hold. */
function controlOf(payload: EachBatchPayload, state: PartitionState, to: Delivery) {
  const { starts } = state
  let isLocked = false
  const isCurrent = () => !to.signal.aborted && state.starts === starts
  const heartbeat = async () => {
    const failed = (error: Error & { type?: string }) => {
      if (MEMBERSHIP_LOST.includes(error.type ?? '')) to.lose(error)
    }
    // Other errors show again in kafkajs' own heartbeat after the batch, which then acts on them.
    await payload.heartbeat().catch(failed)
  }
  const control: BatchControl = { heartbeat, isCurrent, hold: () => (isLocked = true) }
  return { control, isLocked: () => isLocked }
}

/** Waits, but not for longer than the group does. */
async function pause(ms: number, { isCurrent, heartbeat }: BatchControl): Promise<void> {
  for (let left = ms; left > 0 && isCurrent(); left -= HEARTBEAT_MS) {
    await delay(Math.min(left, HEARTBEAT_MS))
    await heartbeat()
  }
}

/**
 * A gap counts when it is there twice: a former leader that was away, and does not know yet, answers from its old log,
 * and only while it catches up.
 */
async function reportGap(state: PartitionState, control: BatchControl, to: Delivery): Promise<void> {
  const { topic, partition, fetchFrom: wanted } = state
  for (const isSure of [false, true]) {
    const offsets = await to.endOffsetsOf(state).catch(() => undefined)
    if (!control.isCurrent()) return
    // Without an answer, or with a new leader that has the records after all, the next fetch tells more.
    if (!offsets || (offsets.low <= wanted && wanted <= offsets.high)) return to.readFrom(state, wanted)
    if (isSure) return to.onGap({ topic, partition, wanted, logStart: offsets.low, logEnd: offsets.high })
    to.log.warn({ topic, partition, wanted: String(wanted) }, 'offset gap detected, retrying')
    await pause(to.gapPauseMs, control)
    if (!control.isCurrent()) return
  }
}

async function reportStop(stop: Stop, payload: EachBatchPayload, state: PartitionState, to: Delivery): Promise<void> {
  const { control } = controlOf(payload, state, to)
  to.rest(state)
  if (stop.kind === 'out_of_range') return reportGap(state, control, to)
  const { topic, partition, next, highWatermark } = state
  const undecodable = { offset: stop.offset ?? state.fetchFrom, reason: stop.reason }
  const batch = { topic, partition, from: next, next, records: [], highWatermark: highWatermark ?? next, undecodable }
  await to.onBatch(batch, control)
}

async function handOver(
  batch: RecordBatch,
  payload: EachBatchPayload,
  state: PartitionState,
  to: Delivery,
): Promise<void> {
  const { control, isLocked } = controlOf(payload, state, to)
  await to.onBatch(batch, control)
  if (!control.isCurrent()) return
  if (isLocked()) return to.rest(state)
  payload.resolveOffset(String(batch.next - 1n))
  state.next = state.fetchFrom = batch.next
}

/**
 * Hands a fetched batch to the handler, if it is one that the partition waits for. Anything else is dropped without
 * being resolved, so that kafkajs fetches it again when the partition is read on. A batch that was fetched from another
 * offset than the one asked for is never handed over, whatever made kafkajs do so.
 * @throws what the handlers throw.
 */
export async function deliver(payload: EachBatchPayload, to: Delivery): Promise<void> {
  const { batch } = payload
  const { topic, partition } = batch
  const state = to.states.find(batch)
  if (!state?.isReading || state.isPaused || to.signal.aborted || payload.isStale()) return
  if (fetchedFrom(batch) !== state.fetchFrom) {
    to.log.warn({ topic, partition, wanted: String(state.next) }, 'unexpected offsets received, retrying')
    return to.readFrom(state, state.next)
  }
  const stop = stopOf(batch.messages.at(-1))
  const messages = stop ? batch.messages.slice(0, -1) : batch.messages
  const records = messages.filter((message) => !isPassed(message)).map(recordOf)
  if (stop?.kind !== 'out_of_range') state.highWatermark = BigInt(batch.highWatermark)
  if (stop && messages.length === 0) return reportStop(stop, payload, state, to)
  const next = BigInt(stop ? (messages.at(-1)?.offset ?? 0) : batch.lastOffset()) + 1n
  const { next: from, highWatermark } = state
  await handOver({ topic, partition, from, next, records, highWatermark: highWatermark ?? next }, payload, state, to)
}
