import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { graphErrorKinds } from '../cypher/errors.ts'
import { graphMetrics } from '../cypher/graph-metrics.ts'
import { processMetrics } from '../process/process-metrics.ts'
import { PublicationFailure } from '../schemas/ingest/publications.ts'
import { DeadReason } from '../schemas/records/record-events.ts'
import { stopReasons } from './partitions/partition-status.ts'

const partition = ['topic', 'partition'] as const

/** Creates the metrics of the projector. Labels name an organization only with `isByOrganization`. */
export function createMetrics({ isByOrganization = false } = {}) {
  const registry = new Registry()
  const organization = isByOrganization ? (['organization'] as const) : []
  const registers = [registry]
  const metrics = {
    registry,
    ...processMetrics(registry),
    graph: graphMetrics(registry),
    records: new Counter({
      name: 'tda_projector_records_total',
      help: 'Records by outcome: applied, stale, ignored, dead, purged (of an organization that was purged), or deferred to the rebuild of their organization',
      labelNames: ['outcome'],
      registers,
    }),
    dead: new Counter({
      name: 'tda_projector_dead_letters_total',
      help: 'Rejected events by reason, including those that are counted with an earlier dead letter',
      labelNames: ['reason'],
      registers,
    }),
    publications: new Counter({
      name: 'tda_projector_publications_total',
      help: 'Publications that ended, by outcome: completed, or the reason of the failure',
      labelNames: ['outcome'],
      registers,
    }),
    lag: new Gauge({
      name: 'tda_projector_lag_records',
      help: 'Records in a partition of this process that are not applied yet',
      labelNames: partition,
      registers,
    }),
    lagSeconds: new Gauge({
      name: 'tda_projector_lag_seconds',
      help: 'Age of the oldest record that is not applied yet, by partition, including partitions of other processes; 0 if all are applied',
      labelNames: partition,
      registers,
    }),
    brokerContact: new Gauge({
      name: 'tda_projector_broker_contact_timestamp_seconds',
      help: 'Time of the last response of the brokers to this process as a member of the consumer group',
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
      help: 'Duration of the transaction that applies a batch',
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
      help: 'Batches that failed and were retried, by kind of failure',
      labelNames: ['kind'],
      registers,
    }),
    deadlocks: new Counter({
      name: 'tda_projector_transaction_retries_total',
      help: 'Transactions that were retried, mostly after deadlocks, by the error code of Neo4j',
      labelNames: ['code'],
      registers,
    }),
    invalidations: new Gauge({
      name: 'tda_projector_invalidations',
      help: 'Invalidations, which are changes that wait to be reconciled, of all organizations',
      registers,
    }),
    passedOver: new Counter({
      name: 'tda_projector_invalidations_passed_over_total',
      help: 'Invalidations that were skipped because of an unexpected error',
      registers,
    }),
    reconcileSeconds: new Histogram({
      name: 'tda_projector_reconcile_seconds',
      help: 'Duration of a transaction that reconciles cross-system data',
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    rebuilding: new Gauge({
      name: 'tda_projector_rebuilding',
      help: '1 from the start of a rebuild until all data is restored, else 0',
      registers,
    }),
    organizationRebuildSeconds: new Gauge({
      name: 'tda_projector_organization_rebuild_seconds',
      help: 'Time since the oldest running rebuild of one organization began; 0 if none is running',
      registers,
    }),
    rebuildRecords: new Gauge({
      name: 'tda_projector_rebuild_records',
      help: 'Records that a rebuild still has to replay, of all partitions',
      registers,
    }),
    fenced: new Counter({
      name: 'tda_projector_fenced_total',
      help: 'Batches rejected because another process owns the partition',
      registers,
    }),
    stopped: new Gauge({
      name: 'tda_projector_stopped_partitions',
      help: 'Partitions that wait for an operator, by reason: gap, partitions, undecodable, or refused',
      labelNames: ['reason'],
      registers,
    }),
    topicFaults: new Gauge({
      name: 'tda_projector_topic_faults',
      help: '1 for a topic that is missing, is compacted, loses events by its retention, or has another number of partitions than the graph was built from',
      labelNames: ['topic', 'fault'],
      registers,
    }),
    silentSources: new Gauge<'organization'>({
      name: 'tda_silent_sources',
      help: 'Sources without an applied event for longer than `tda sources expect` allows; by organization with ORGANIZATION_METRICS',
      labelNames: organization,
      registers,
    }),
    endingTokens: new Gauge<'organization'>({
      name: 'tda_tokens_ending',
      help: 'Tokens that expire within 14 days and have no successor; by organization with ORGANIZATION_METRICS',
      labelNames: organization,
      registers,
    }),
    graphNodes: new Gauge({ name: 'tda_graph_nodes', help: 'Nodes of the graph, of all organizations', registers }),
    pageCache: new Gauge({
      name: 'tda_graph_page_cache_bytes',
      help: 'Page cache of Neo4j in bytes; 0 if the setting cannot be read',
      registers,
    }),
    organizationEvents: isByOrganization ? organizationEvents(registry) : null,
    isByOrganization,
  }
  beginAtZero(metrics)
  return metrics
}

/** Sets a gauge to a value for each organization, or to their sum if labels name none. */
export function byOrganization(
  gauge: Gauge<'organization'>,
  values: ReadonlyMap<string, number>,
  isByOrganization: boolean,
): void {
  gauge.reset()
  if (isByOrganization) for (const [organization, value] of values) gauge.set({ organization }, value)
  else gauge.set([...values.values()].reduce((sum, value) => sum + value, 0))
}

function organizationEvents(registry: Registry) {
  return new Counter({
    name: 'tda_organization_events_total',
    help: 'Events that this process applied or rejected, by organization; only with ORGANIZATION_METRICS',
    labelNames: ['organization'],
    registers: [registry],
  })
}

/** Creates the counters with 0. A counter that first appears with 1 does not grow, so `increase()` would return 0. */
function beginAtZero({ records, dead, publications, retries, deadlocks, stopped }: Zeroed): void {
  for (const outcome of ['applied', 'stale', 'ignored', 'dead', 'purged', 'deferred']) records.inc({ outcome }, 0)
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
