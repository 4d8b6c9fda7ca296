import { Counter, Gauge, Histogram, Registry } from 'prom-client'

const partition = ['topic', 'partition'] as const

/** What the projector counts; none of it names an organization. */
export function createMetrics(registry = new Registry()) {
  const registers = [registry]
  return {
    registry,
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
    rechecks: new Gauge({
      name: 'tda_projector_rechecks',
      help: 'Marks of what is to be reconciled again, of all organizations',
      registers,
    }),
    reconcileSeconds: new Histogram({
      name: 'tda_projector_reconcile_seconds',
      help: 'Time of a transaction that reconciles what systems say',
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    fenced: new Counter({
      name: 'tda_projector_fenced_total',
      help: 'Batches refused because the partition has another owner',
      registers,
    }),
    stopped: new Gauge({
      name: 'tda_projector_stopped_partitions',
      help: 'Partitions that wait for an operator, by reason: gap, undecodable or refused',
      labelNames: ['reason'],
      registers,
    }),
  }
}

export type ProjectorMetrics = ReturnType<typeof createMetrics>
