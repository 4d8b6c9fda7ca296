import { GraphError } from '../cypher/errors.ts'
import type { BatchControl, RecordBatch, TopicPartition } from '../kafka/consumer-port.ts'
import type { Log } from '../kafka/log.ts'
import { KafkaSendError } from '../kafka/producer.ts'
import { type Claim, Fenced } from './advance.ts'
import type { PartitionStates, Place } from './partition-states.ts'
import { projectBatch, type Slice } from './project-batch.ts'
import { projectPublications } from './publications/project-publications.ts'
import type { Publishing } from './publications/publishing.ts'
import { reasonOf } from './reason-of.ts'
import { createSliceLimits } from './slice-limits.ts'
import { slicesOf } from './slices.ts'
import type { Takeover } from './takeover.ts'

/** A server that does not answer must not cost the partitions; the broker is asked at most this often. */
const HEARTBEAT_MS = 1000

export interface BatchHandlerOptions extends Publishing {
  /** The topic of publications; every other one holds records. */
  bomTopic: string
  states: PartitionStates
  takeover: Takeover
  log: Log
  commit(offsets: (TopicPartition & { offset: bigint })[]): Promise<void>
}

/** Applies fetched batches slice by slice. What cannot be applied now is put back and read again. */
export function createBatchHandler(options: BatchHandlerOptions) {
  const { states, takeover, metrics, log, commit } = options
  const limits = createSliceLimits()
  const project = (claim: Claim, slice: Slice, isCurrent: () => boolean) =>
    claim.topic === options.bomTopic
      ? projectPublications(options, claim, slice, isCurrent)
      : projectBatch(options, claim, slice, isCurrent)

  async function putBack(place: Place, control: BatchControl, error: unknown): Promise<void> {
    control.hold()
    if (error instanceof GraphError && error.kind === 'fault') {
      takeover.halt(place, 'refused', reasonOf(error))
      return
    }
    if (error instanceof Fenced) metrics.fenced.inc()
    else metrics.retries.inc({ kind: kindOf(error) })
    const reason = reasonOf(error)
    log.warn({ ...place, reason }, 'batch put back')
    // A process that was stopped for long learns here that the group went on without it.
    await control.heartbeat()
    if (control.isCurrent()) takeover.retake(place, states.failed(place, reason))
  }

  async function apply(place: Place, slice: Slice, isCurrent: () => boolean): Promise<boolean> {
    const standing = states.get(place)
    if (standing?.state !== 'running' || !isCurrent()) return false
    if (!(await project(standing.claim, slice, isCurrent))) return false
    metrics.batchRecords.observe(slice.records.length)
    metrics.batchBytes.observe(slice.records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0))
    limits.grow(place)
    // A partition that was taken away, or is claimed anew, meanwhile, has another standing.
    if (states.get(place) !== standing) return false
    const last = slice.records.at(-1)
    states.applied(place, standing.claim, slice.to, last?.timestamp)
    if (last) metrics.lastApplied.set({ ...place }, last.timestamp / 1000)
    return true
  }

  async function applyAll(batch: RecordBatch, place: Place, control: BatchControl): Promise<void> {
    const records = batch.records.map((record) => ({ ...record, offset: Number(record.offset) }))
    for (const slice of slicesOf(records, Number(batch.from), Number(batch.next), limits.of(place))) {
      try {
        if (!(await apply(place, slice, control.isCurrent))) return control.hold()
      } catch (error) {
        limits.shrinkAfter(place, error, slice.records.length)
        return putBack(place, control, error)
      }
    }
    await commit([{ ...place, offset: batch.next }])
  }

  return async function onBatch(batch: RecordBatch, control: BatchControl): Promise<void> {
    const place = { topic: batch.topic, partition: batch.partition }
    if (batch.undecodable) {
      const { offset, reason } = batch.undecodable
      takeover.halt(place, 'undecodable', `the batch at offset ${offset} cannot be read: ${reason}`)
      return
    }
    const beating = setInterval(() => void control.heartbeat(), HEARTBEAT_MS)
    try {
      await applyAll(batch, place, control)
    } finally {
      clearInterval(beating)
    }
  }
}

function kindOf(error: unknown): string {
  if (error instanceof GraphError) return error.kind
  return error instanceof KafkaSendError ? 'kafka' : 'other'
}
