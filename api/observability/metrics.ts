import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { graphMetrics } from '../../cypher/graph-metrics.ts'
import { processMetrics } from '../../process/process-metrics.ts'
import { ExportKind } from '../../schemas/exports/exports.ts'
import { problems } from '../../schemas/problem.ts'

/** Events of the scheduler of requests. */
export interface SlotEvents {
  onRunning(count: number): void
  onWaiting(count: number): void
  onBegun(waitedSeconds: number): void
  onRefused(): void
}

const exportOutcomes = ['completed', 'failed', 'left']

export interface Metrics {
  readonly registry: Registry
  readonly ready: Gauge
  /** Options for `connectGraph`. */
  readonly graph: ReturnType<typeof graphMetrics>
  readonly requestDuration: Histogram<'operation' | 'status_class'>
  readonly responses: Counter<'status' | 'code'>
  readonly slots: SlotEvents
  readonly rateLimitFallbacks: Counter
  readonly rateLimitShared: Gauge
  readonly rebuilding: Gauge
  readonly schemaFaults: Gauge
  readonly exportsWaiting: Gauge
  readonly oldestWaitingExport: Gauge
  readonly exportsRunning: Gauge
  readonly exportsEnded: Counter<'kind' | 'outcome'>
  readonly exportRows: Counter
  readonly unreadableRows: Counter<'where'>
  /** Requests by organization. Null unless `ORGANIZATION_METRICS` is set. */
  readonly organizationRequests: Counter<'organization'> | null
}

/**
 * The metrics of one process. Labels name no credential, and an organization only with `isByOrganization`.
 */
export function createMetrics({ isByOrganization = false } = {}): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const metrics = {
    registry,
    ...processMetrics(registry),
    graph: graphMetrics(registry),
    requestDuration: new Histogram({
      name: 'tda_http_request_duration_seconds',
      help: 'Time from a request to the end of its response',
      labelNames: ['operation', 'status_class'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
      registers,
    }),
    responses: new Counter({
      name: 'tda_http_responses_total',
      help: 'Responses by status and by problem code; the code is none for responses that are not problems',
      labelNames: ['status', 'code'],
      registers,
    }),
    slots: slotMetrics(registry),
    rateLimitFallbacks: new Counter({
      name: 'tda_rate_limit_fallbacks_total',
      help: 'Requests that this process counted alone because Redis did not respond',
      registers,
    }),
    rateLimitShared: new Gauge({
      name: 'tda_rate_limit_shared',
      help: '1 while requests are counted in Redis, else 0',
      registers,
    }),
    rebuilding: new Gauge({
      name: 'tda_rebuilding',
      help: '1 while a rebuild is running and reads return 503 rebuilding, else 0',
      registers,
    }),
    schemaFaults: new Gauge({
      name: 'tda_schema_faults',
      help: 'Indexes and constraints of the graph that are missing, have failed, or are being populated; requests that need them return 503',
      registers,
    }),
    exportsWaiting: new Gauge({
      name: 'tda_exports_waiting',
      help: 'Exports that wait for a process, of all organizations that are not suspended',
      registers,
    }),
    oldestWaitingExport: new Gauge({
      name: 'tda_exports_oldest_waiting_seconds',
      help: 'Age of the oldest export that no process is writing; 0 if there is none',
      registers,
    }),
    exportsRunning: new Gauge({
      name: 'tda_exports_running',
      help: 'Exports that this process is writing',
      registers,
    }),
    exportsEnded: new Counter({
      name: 'tda_exports_ended_total',
      help: 'Exports that this process stopped writing: completed, failed, or released to be resumed',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    exportRows: new Counter({
      name: 'tda_export_rows_total',
      help: 'Rows that this process wrote into exports',
      registers,
    }),
    unreadableRows: new Counter({
      name: 'tda_unreadable_rows_total',
      help: 'Rows that responses and exports left out because their stored form does not fit its schema, by operation or query',
      labelNames: ['where'],
      registers,
    }),
    organizationRequests: isByOrganization ? organizationRequests(registry) : null,
  }
  // Counters start at 0. The `increase()` of a counter whose first value is 1 would be 0, so its first event would be
  // missed.
  for (const kind of ExportKind.options)
    for (const outcome of exportOutcomes) metrics.exportsEnded.inc({ kind, outcome }, 0)
  metrics.responses.inc({ status: 200, code: 'none' }, 0)
  for (const [code, { status }] of Object.entries(problems)) metrics.responses.inc({ status, code }, 0)
  return metrics
}

function organizationRequests(registry: Registry) {
  return new Counter({
    name: 'tda_organization_requests_total',
    help: 'Requests with a verified token, by organization; only with ORGANIZATION_METRICS',
    labelNames: ['organization'],
    registers: [registry],
  })
}

function slotMetrics(registry: Registry): SlotEvents {
  const registers = [registry]
  const running = new Gauge({
    name: 'tda_slots_running',
    help: 'Requests that have a slot: they read the graph, and their response is built',
    registers,
  })
  const waiting = new Gauge({
    name: 'tda_slots_waiting',
    help: 'Requests that wait for a slot, of all organizations',
    registers,
  })
  const waited = new Histogram({
    name: 'tda_slots_wait_seconds',
    help: 'Time that a request waited for its slot',
    buckets: [0.001, 0.01, 0.05, 0.1, 0.5, 1, 2],
    registers,
  })
  const refused = new Counter({
    name: 'tda_slots_refused_total',
    help: 'Requests that returned 503 overloaded because their organization had too many others in progress',
    registers,
  })
  return {
    onRunning: (count) => running.set(count),
    onWaiting: (count) => waiting.set(count),
    onBegun: (seconds) => waited.observe(seconds),
    onRefused: () => refused.inc(),
  }
}
