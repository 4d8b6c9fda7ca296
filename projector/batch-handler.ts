import { GraphError } from '../cypher/errors.ts'
import type { BatchControl, RecordBatch, TopicPartition } from '../kafka/consumer-port.ts'
import type { Log } from '../kafka/log.ts'
import { Fenced } from './apply-batch.ts'
import type { PartitionStates, Place } from './partition-states.ts'
import { type Projecting, projectBatch, type Slice } from './project-batch.ts'
import { reasonOf } from './reason-of.ts'
import { slicesOf } from './slices.ts'
import type { Takeover } from './takeover.ts'

export interface BatchHandlerOptions extends Projecting {
  states: PartitionStates
  takeover: Takeover
  log: Log
  commit(offsets: (TopicPartition & { offset: bigint })[]): Promise<void>
}

/** Applies fetched batches slice by slice. What cannot be applied now is put back and read again. */
export function createBatchHandler(options: BatchHandlerOptions) {
  const { states, takeover, metrics, log, commit } = options
  const failures = new Map<string, number>()

  function putBack(place: Place, control: BatchControl, error: unknown): void {
    control.hold()
    if (error instanceof GraphError && error.kind === 'fault') {
      takeover.halt(place, 'refused', reasonOf(error))
      return
    }
    const key = `${place.topic}/${place.partition}`
    const count = failures.get(key) ?? 0
    failures.set(key, count + 1)
    if (error instanceof Fenced) metrics.fenced.inc()
    else metrics.retries.inc({ kind: error instanceof GraphError ? error.kind : 'kafka' })
    log.warn({ ...place, reason: reasonOf(error) }, 'batch put back')
    if (control.isCurrent()) takeover.retake(place, count)
  }

  async function apply(place: Place, slice: Slice, highWatermark: bigint): Promise<boolean> {
    const held = states.get(place)
    if (held?.state !== 'running') return false
    const done = metrics.batchSeconds.startTimer()
    await projectBatch(options, held.claim, slice)
    done()
    metrics.batchRecords.observe(slice.records.length)
    metrics.batchBytes.observe(slice.records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0))
    metrics.lag.set({ ...place }, Math.max(0, Number(highWatermark) - slice.to))
    const last = slice.records.at(-1)
    if (last) metrics.lastApplied.set({ ...place }, last.timestamp / 1000)
    states.set(place, { state: 'running', claim: held.claim, next: slice.to })
    failures.delete(`${place.topic}/${place.partition}`)
    return true
  }

  return async function onBatch(batch: RecordBatch, control: BatchControl): Promise<void> {
    const place = { topic: batch.topic, partition: batch.partition }
    if (batch.undecodable) {
      const { offset, reason } = batch.undecodable
      takeover.halt(place, 'undecodable', `the batch at offset ${offset} cannot be read: ${reason}`)
      return
    }
    const records = batch.records.map((record) => ({ ...record, offset: Number(record.offset) }))
    for (const slice of slicesOf(records, Number(batch.from), Number(batch.next))) {
      try {
        if (!control.isCurrent() || !(await apply(place, slice, batch.highWatermark))) {
          control.hold()
          return
        }
      } catch (error) {
        // A process that was stopped for long learns here that the group went on without it.
        if (error instanceof Fenced) await control.heartbeat()
        putBack(place, control, error)
        return
      }
      await control.heartbeat()
    }
    await commit([{ ...place, offset: batch.next }])
  }
}
