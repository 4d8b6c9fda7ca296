import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { graphErrorKinds } from '../cypher/errors.ts'
import { graphMetrics } from '../cypher/graph-metrics.ts'
import { processMetrics } from '../process/process-metrics.ts'
import { PublicationFailure } from '../schemas/ingest/publications.ts'
import { DeadReason } from '../schemas/records/record-events.ts'
import { stopReasons } from './partitions/partition-status.ts'

const partition = ['topic', 'partition'] as const

/** What the projector counts; none of it names an organization. */
export function createMetrics(registry = new Registry()) {
  const registers = [registry]
  const metrics = {
    registry,
    ...processMetrics(registry),
    graph: graphMetrics(registry),
    records: new Counter({
      name: 'tda_projector_records_total',
      help: 'Records by what became of them: applied, stale, ignored or dead',
      labelNames: ['outcome'],
      registers,
    }),
    dead: new Counter({
      name: 'tda_projector_dead_letters_total',
      help: 'Dead letters by reason',
      labelNames: ['reason'],
      registers,
    }),
    publications: new Counter({
      name: 'tda_projector_publications_total',
      help: 'Publications that ended: completed, or the reason why they failed',
      labelNames: ['outcome'],
      registers,
    }),
    lag: new Gauge({
      name: 'tda_projector_lag_records',
      help: 'Records that a partition of this process holds beyond what was applied',
      labelNames: partition,
      registers,
    }),
    lagSeconds: new Gauge({
      name: 'tda_projector_lag_seconds',
      help: 'Age of the oldest record that is not applied yet, of every partition, whoever reads it; 0 when all are',
      labelNames: partition,
      registers,
    }),
    brokerContact: new Gauge({
      name: 'tda_projector_broker_contact_timestamp_seconds',
      help: 'When the brokers last answered this process as a member of the group',
      registers,
    }),
    lastApplied: new Gauge({
      name: 'tda_projector_last_applied_timestamp_seconds',
      help: 'Kafka timestamp of the last record that was applied',
      labelNames: partition,
      registers,
    }),
    batchSeconds: new Histogram({
      name: 'tda_projector_batch_seconds',
      help: 'Time of the transaction that applies a batch',
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    batchRecords: new Histogram({
      name: 'tda_projector_batch_records',
      help: 'Records in a batch',
      buckets: [1, 10, 100, 300, 1000],
      registers,
    }),
    batchBytes: new Histogram({
      name: 'tda_projector_batch_bytes',
      help: 'Bytes of the values in a batch',
      buckets: [1e3, 1e4, 1e5, 1e6, 4e6],
      registers,
    }),
    retries: new Counter({
      name: 'tda_projector_retries_total',
      help: 'Batches put back and read again, by kind of failure',
      labelNames: ['kind'],
      registers,
    }),
    deadlocks: new Counter({
      name: 'tda_projector_transaction_retries_total',
      help: 'Transactions that the graph asked to repeat, mostly after deadlocks, by its code',
      labelNames: ['code'],
      registers,
    }),
    invalidations: new Gauge({
      name: 'tda_projector_invalidations',
      help: 'What is invalid since a change and is to be reconciled, of all organizations',
      registers,
    }),
    passedOver: new Counter({
      name: 'tda_projector_invalidations_passed_over_total',
      help: 'Invalidations that an error which no check foresaw kept from being reconciled',
      registers,
    }),
    reconcileSeconds: new Histogram({
      name: 'tda_projector_reconcile_seconds',
      help: 'Time of a transaction that reconciles what systems say',
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    rebuilding: new Gauge({
      name: 'tda_projector_rebuilding',
      help: '1 from the start of a rebuild until everything is back that was there, else 0',
      registers,
    }),
    rebuildRecords: new Gauge({
      name: 'tda_projector_rebuild_records',
      help: 'Records that a rebuild has still to read again, of all partitions',
      registers,
    }),
    fenced: new Counter({
      name: 'tda_projector_fenced_total',
      help: 'Batches refused because the partition has another owner',
      registers,
    }),
    stopped: new Gauge({
      name: 'tda_projector_stopped_partitions',
      help: 'Partitions that wait for an operator, by reason: gap, partitions, undecodable or refused',
      labelNames: ['reason'],
      registers,
    }),
    topicFaults: new Gauge({
      name: 'tda_projector_topic_faults',
      help: '1 for a topic that is missing, compacted, loses events by its retention, or has other partitions than the graph was built from',
      labelNames: ['topic', 'fault'],
      registers,
    }),
  }
  beginAtZero(metrics)
  return metrics
}

/** What begins with its first event cannot be seen to grow: `increase()` of a counter that appears with 1 is 0. */
function beginAtZero({ records, dead, publications, retries, deadlocks, stopped }: Zeroed): void {
  for (const outcome of ['applied', 'stale', 'ignored', 'dead']) records.inc({ outcome }, 0)
  for (const reason of DeadReason.options) dead.inc({ reason }, 0)
  for (const outcome of ['completed', ...PublicationFailure.options]) publications.inc({ outcome }, 0)
  for (const kind of [...graphErrorKinds, 'kafka', 'other']) retries.inc({ kind }, 0)
  deadlocks.inc({ code: 'Neo.TransientError.Transaction.DeadlockDetected' }, 0)
  for (const reason of stopReasons) stopped.set({ reason }, 0)
}

interface Zeroed {
  records: Counter<'outcome'>
  dead: Counter<'reason'>
  publications: Counter<'outcome'>
  retries: Counter<'kind'>
  deadlocks: Counter<'code'>
  stopped: Gauge<'reason'>
}

export type ProjectorMetrics = ReturnType<typeof createMetrics>
