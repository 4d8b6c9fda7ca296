import { setTimeout as delay } from 'node:timers/promises'
import type { EachBatchPayload } from 'kafkajs'
import type { BatchControl, ConsumerOptions, EndOffsets, RecordBatch } from '../../consumer.ts'
import type { Log } from '../../log.ts'
import { isPassed, type Stop, stopOf } from '../patches/fetch-responses.ts'
import type { AssignedPartitions, PartitionState } from './assigned-partitions.ts'
import { recordOf } from './record-of.ts'

/** The parts of an assignment that the delivery of a batch needs. */
export type Delivery = Pick<ConsumerOptions, 'onBatch' | 'onGap'> & {
  log: Log
  states: AssignedPartitions
  signal: AbortSignal
  /** Continues reading a partition at an offset. */
  readFrom(state: PartitionState, offset: bigint): void
  rest(state: PartitionState): void
  /** Called when the group has removed this consumer, so its assignment is no longer valid. */
  lose(error: Error): void
  /** Reads the end offsets over a separate connection. */
  endOffsetsOf(state: PartitionState): Promise<EndOffsets | undefined>
  /** How long to wait before a gap is checked again. */
  gapPauseMs: number
}

const HEARTBEAT_MS = 1_000

const MEMBERSHIP_LOST = [
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'NOT_COORDINATOR_FOR_GROUP',
]

/**
 * The offset of the fetch that returned the batch. Guarantee: kafkajs 2.2.4 sets it on each batch, but does not
 * document it.
 */
function fetchedFrom(batch: EachBatchPayload['batch'] & { fetchedOffset?: string }): bigint {
  return BigInt(batch.fetchedOffset ?? -1)
}

/** Returns the handler's control of one batch, and whether the handler called `hold`. */
function controlOf(payload: EachBatchPayload, state: PartitionState, delivery: Delivery) {
  const { starts } = state
  let isHeld = false
  const isCurrent = () => !delivery.signal.aborted && state.starts === starts
  const heartbeat = async () => {
    const failed = (error: Error & { type?: string }) => {
      if (MEMBERSHIP_LOST.includes(error.type ?? '')) delivery.lose(error)
    }
    // Other errors occur again in kafkajs' own heartbeat after the batch, which handles them.
    await payload.heartbeat().catch(failed)
  }
  const control: BatchControl = { heartbeat, isCurrent, hold: () => (isHeld = true) }
  return { control, isHeld: () => isHeld }
}

/** Waits while sending heartbeats. Ends early if the partition is revoked. */
async function pause(ms: number, { isCurrent, heartbeat }: BatchControl): Promise<void> {
  for (let left = ms; left > 0 && isCurrent(); left -= HEARTBEAT_MS) {
    await delay(Math.min(left, HEARTBEAT_MS))
    await heartbeat()
  }
}

/**
 * Reports a gap only if a second request confirms it. A former leader that has just returned from an outage reports the
 * end of an outdated log, until it has caught up.
 */
async function reportGap(state: PartitionState, control: BatchControl, delivery: Delivery): Promise<void> {
  const { topic, partition, fetchFrom: wanted } = state
  for (const isSure of [false, true]) {
    const offsets = await delivery.endOffsetsOf(state).catch(() => undefined)
    if (!control.isCurrent()) return
    // If there was no response, or a new leader has the records after all, the next fetch shows whether the gap exists.
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
 * Passes a fetched batch to the handler if it is the one that the partition needs next. Any other batch is dropped
 * without being resolved, so that kafkajs fetches it again later. This includes batches that were fetched from another
 * offset than requested, whatever the reason.
 * @throws the error of the handler
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
