import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  readonly requestDuration: Histogram<'operationId' | 'statusClass'>
  readonly rateLimitFallbacks: Counter
  readonly rateLimitShared: Gauge
  readonly exportsRunning: Gauge
  readonly exportsEnded: Counter<'kind' | 'outcome'>
  readonly exportRows: Counter
}

/** The metrics of one process; labels never name an organization or a credential. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requestDuration: new Histogram({
      name: 'tda_http_request_duration_seconds',
      help: 'Time from a request to the end of its answer.',
      labelNames: ['operationId', 'statusClass'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
      registers,
    }),
    rateLimitFallbacks: new Counter({
      name: 'tda_rate_limit_fallbacks_total',
      help: 'Requests that this process counted alone because Redis did not answer.',
      registers,
    }),
    rateLimitShared: new Gauge({
      name: 'tda_rate_limit_shared',
      help: '1 while requests are counted in Redis, else 0.',
      registers,
    }),
    exportsRunning: new Gauge({
      name: 'tda_exports_running',
      help: 'Exports that this process is writing.',
      registers,
    }),
    exportsEnded: new Counter({
      name: 'tda_exports_ended_total',
      help: 'Exports that this process stopped writing: completed, failed, or left to be taken again.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    exportRows: new Counter({
      name: 'tda_export_rows_total',
      help: 'Records that this process wrote into exports.',
      registers,
    }),
  }
}
