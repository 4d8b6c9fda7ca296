import { setTimeout as delay } from 'node:timers/promises'
import type { EachBatchPayload } from 'kafkajs'
import type { BatchControl, ConsumerOptions, EndOffsets, RecordBatch } from '../../consumer.ts'
import type { Log } from '../../log.ts'
import { isPassed, type Stop, stopOf } from '../patches/fetch-responses.ts'
import type { AssignedPartitions, PartitionState } from './assigned-partitions.ts'
import { recordOf } from './record-of.ts'

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

/** The handler's side of one batch, and whether it asked to hold. */
function controlOf(payload: EachBatchPayload, state: PartitionState, delivery: Delivery) {
  const { starts } = state
  let isHeld = false
  const isCurrent = () => !delivery.signal.aborted && state.starts === starts
  const heartbeat = async () => {
    const failed = (error: Error & { type?: string }) => {
      if (MEMBERSHIP_LOST.includes(error.type ?? '')) delivery.lose(error)
    }
    // Other errors show again in kafkajs' own heartbeat after the batch, which then acts on them.
    await payload.heartbeat().catch(failed)
  }
  const control: BatchControl = { heartbeat, isCurrent, hold: () => (isHeld = true) }
  return { control, isHeld: () => isHeld }
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
async function reportGap(state: PartitionState, control: BatchControl, delivery: Delivery): Promise<void> {
  const { topic, partition, fetchFrom: wanted } = state
  for (const isSure of [false, true]) {
    const offsets = await delivery.endOffsetsOf(state).catch(() => undefined)
    if (!control.isCurrent()) return
    // Without an answer, or with a new leader that has the records after all, the next fetch tells more.
    if (!offsets || (offsets.low <= wanted && wanted <= offsets.high)) return delivery.readFrom(state, wanted)
    if (isSure) return delivery.onGap({ topic, partition, wanted, logStart: offsets.low, logEnd: offsets.high })
    delivery.log.warn({ topic, partition, wanted: String(wanted) }, 'offset gap detected, retrying')
    await pause(delivery.gapPauseMs, control)
    if (!control.isCurrent()) return
  }
}

async function reportStop(
  stop: Stop,
  payload: EachBatchPayload,
  state: PartitionState,
  delivery: Delivery,
): Promise<void> {
  const { control } = controlOf(payload, state, delivery)
  delivery.rest(state)
  if (stop.kind === 'out_of_range') return reportGap(state, control, delivery)
  const { topic, partition, next, highWatermark } = state
  const undecodable = { offset: stop.offset ?? state.fetchFrom, reason: stop.reason }
  const batch = { topic, partition, from: next, next, records: [], highWatermark: highWatermark ?? next, undecodable }
  await delivery.onBatch(batch, control)
}

async function handOver(
  batch: RecordBatch,
  payload: EachBatchPayload,
  state: PartitionState,
  delivery: Delivery,
): Promise<void> {
  const { control, isHeld } = controlOf(payload, state, delivery)
  await delivery.onBatch(batch, control)
  if (!control.isCurrent()) return
  if (isHeld()) return delivery.rest(state)
  payload.resolveOffset(String(batch.next - 1n))
  state.next = state.fetchFrom = batch.next
}

/**
 * Hands a fetched batch to the handler, if it is one that the partition waits for. Anything else is dropped without
 * being resolved, so that kafkajs fetches it again when the partition is read on. A batch that was fetched from another
 * offset than the one asked for is never handed over, whatever made kafkajs do so.
 * @throws what the handlers throw.
 */
export async function deliver(payload: EachBatchPayload, delivery: Delivery): Promise<void> {
  const { batch } = payload
  const { topic, partition } = batch
  const state = delivery.states.find(batch)
  if (!state?.isReading || state.isPaused || delivery.signal.aborted || payload.isStale()) return
  if (fetchedFrom(batch) !== state.fetchFrom) {
    delivery.log.warn({ topic, partition, wanted: String(state.next) }, 'unexpected offsets received, retrying')
    return delivery.readFrom(state, state.next)
  }
  const stop = stopOf(batch.messages.at(-1))
  const messages = stop ? batch.messages.slice(0, -1) : batch.messages
  const records = messages.filter((message) => !isPassed(message)).map(recordOf)
  if (stop?.kind !== 'out_of_range') state.highWatermark = BigInt(batch.highWatermark)
  if (stop && messages.length === 0) return reportStop(stop, payload, state, delivery)
  const next = BigInt(stop ? (messages.at(-1)?.offset ?? 0) : batch.lastOffset()) + 1n
  const { next: from, highWatermark } = state
  await handOver(
    { topic, partition, from, next, records, highWatermark: highWatermark ?? next },
    payload,
    state,
    delivery,
  )
}
