/** A panel: its unit of Grafana, and its series as pairs of a legend and an expression. */
export interface Panel {
  title: string
  unit: string
  series: readonly (readonly [legend: string, expr: string])[]
}

export interface Section {
  title: string
  panels: readonly Panel[]
}

const here = 'installation=~"$installation", instance=~"$instance"'
const range = '[$__rate_interval]'

function rate(metric: string, by: string, matchers = here): string {
  return `sum by (${by}) (rate(${metric}{${matchers}}${range}))`
}

function quantile(share: number, metric: string, by: string): string {
  return `histogram_quantile(${share}, ${rate(`${metric}_bucket`, `${by}le`)})`
}

function latency(share: number): Panel {
  const expr = quantile(share, 'tda_http_request_duration_seconds', 'operation, ')
  return { title: `Latency p${100 * share} by operation`, unit: 's', series: [['{{operation}}', expr]] }
}

function gauge(title: string, unit: string, legend: string, metric: string, aggregate?: string): Panel {
  const selected = `${metric}{${here}}`
  return { title, unit, series: [[legend, aggregate ? `${aggregate}(${selected})` : selected]] }
}

/** Counts like the alert TdaApiErrors: a request that is rejected during a rebuild is not a failure. */
const counted = `${here}, code!="rebuilding"`
const failures = rate('tda_http_responses_total', 'job', `${counted}, status=~"5.."`)
const responses = rate('tda_http_responses_total', 'job', counted)

/** All sections of the dashboard, in their order. */
export const sections: readonly Section[] = [
  {
    title: 'API',
    panels: [
      {
        title: 'Requests by operation',
        unit: 'reqps',
        series: [['{{operation}}', rate('tda_http_request_duration_seconds_count', 'operation')]],
      },
      {
        title: 'Responses by status',
        unit: 'reqps',
        series: [['{{status}}', rate('tda_http_responses_total', 'status')]],
      },
      {
        title: 'Rejected requests (401, 429, 503) by code',
        unit: 'reqps',
        series: [
          ['{{status}} {{code}}', rate('tda_http_responses_total', 'status, code', `${here}, status=~"401|429|503"`)],
        ],
      },
      latency(0.5),
      latency(0.95),
      latency(0.99),
      { title: 'Share of 5xx', unit: 'percentunit', series: [['5xx', `${failures} / ${responses}`]] },
      {
        title: 'Requests counted without Redis',
        unit: 'reqps',
        series: [['{{instance}}', rate('tda_rate_limit_fallbacks_total', 'instance')]],
      },
      gauge('Requests waiting for a slot', 'short', '{{instance}}', 'tda_slots_waiting'),
      gauge('Rebuild in progress', 'bool', 'rebuilding', 'tda_rebuilding', 'max'),
    ],
  },
  {
    title: 'Projectors',
    panels: [
      {
        title: 'Records processed by outcome',
        unit: 'cps',
        series: [['{{outcome}}', rate('tda_projector_records_total', 'outcome')]],
      },
      gauge('Lag by topic', 's', '{{topic}}', 'tda_projector_lag_seconds', 'max by (topic) '),
      gauge('Waiting records by topic', 'short', '{{topic}}', 'tda_projector_lag_records', 'sum by (topic) '),
      {
        title: 'Rejected events by reason',
        unit: 'cps',
        series: [['{{reason}}', rate('tda_projector_dead_letters_total', 'reason')]],
      },
      {
        title: 'Publications per hour by outcome',
        unit: 'short',
        series: [['{{outcome}}', `sum by (outcome) (increase(tda_projector_publications_total{${here}}[1h]))`]],
      },
      gauge('Stopped partitions', 'short', '{{reason}}', 'tda_projector_stopped_partitions', 'sum by (reason) '),
      {
        title: 'Batch duration',
        unit: 's',
        series: [
          ['p50', quantile(0.5, 'tda_projector_batch_seconds', '')],
          ['p99', quantile(0.99, 'tda_projector_batch_seconds', '')],
        ],
      },
      gauge('Waiting invalidations', 'short', 'invalidations', 'tda_projector_invalidations', 'max'),
      gauge('Records left to replay in a rebuild', 'short', 'records', 'tda_projector_rebuild_records', 'max'),
    ],
  },
  {
    title: 'Exports and audit trail',
    panels: [
      {
        title: 'Running and waiting exports',
        unit: 'short',
        series: [
          ['running', `sum(tda_exports_running{${here}})`],
          ['waiting', `max(tda_exports_waiting{${here}})`],
        ],
      },
      gauge('Oldest waiting export', 's', 'oldest', 'tda_exports_oldest_waiting_seconds', 'max'),
      {
        title: 'Exports per hour by outcome',
        unit: 'short',
        series: [['{{outcome}}', `sum by (outcome) (increase(tda_exports_ended_total{${here}}[1h]))`]],
      },
      {
        title: 'Audit spool',
        unit: 'bytes',
        series: [
          ['{{instance}}', `tda_audit_spool_bytes{${here}}`],
          ['limit of {{instance}}', `tda_audit_spool_limit_bytes{${here}}`],
        ],
      },
      gauge('Oldest waiting audit record', 's', '{{instance}}', 'tda_audit_oldest_undelivered_seconds'),
      {
        title: 'Failed audit record writes',
        unit: 'cps',
        series: [['{{by}}', rate('tda_audit_failures_total', 'by')]],
      },
    ],
  },
  {
    title: 'Graph',
    panels: [
      {
        title: 'Ten slowest reads, p99',
        unit: 's',
        series: [['{{query}}', `topk(10, ${quantile(0.99, 'tda_graph_read_duration_seconds', 'query, ')})`]],
      },
      {
        title: 'Neo4j failures by kind',
        unit: 'cps',
        series: [['{{job}} {{kind}}', rate('tda_graph_errors_total', 'job, kind')]],
      },
      {
        title: 'Retried transactions and batches',
        unit: 'cps',
        series: [
          ['{{code}}', rate('tda_projector_transaction_retries_total', 'code')],
          ['batch: {{kind}}', rate('tda_projector_retries_total', 'kind')],
        ],
      },
    ],
  },
  {
    title: 'Processes',
    panels: [
      gauge('Ready', 'bool', '{{job}} {{instance}}', 'tda_ready'),
      gauge('Heap in use', 'bytes', '{{job}} {{instance}}', 'nodejs_heap_size_used_bytes'),
      gauge('Resident memory', 'bytes', '{{job}} {{instance}}', 'process_resident_memory_bytes'),
      gauge('Event loop lag, p99', 's', '{{job}} {{instance}}', 'nodejs_eventloop_lag_p99_seconds'),
      {
        title: 'CPU time',
        unit: 'percentunit',
        series: [['{{job}} {{instance}}', rate('process_cpu_seconds_total', 'job, instance')]],
      },
      {
        title: 'Versions',
        unit: 'short',
        series: [
          ['{{job}} {{version}} {{node_version}}', `count by (job, version, node_version) (tda_build_info{${here}})`],
        ],
      },
    ],
  },
]
