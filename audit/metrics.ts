import { Counter, Gauge, type Registry } from 'prom-client'

/** The metrics of the trail; ages are in seconds. */
export interface AuditMetrics {
  delivered(records: number): void
  failed(by: 'disk' | 'kafka'): void
  torn(): void
}

interface Gauges {
  /** The most bytes that the spool may contain. */
  limitBytes: number
  undeliveredBytes(): number
  /** Time of the oldest record that is not yet delivered. */
  oldest(): string | null
  isFull(): boolean
}

/** Registers the trail's metrics in `registry`. Without a registry, they are not collected. */
export function auditMetrics(registry: Registry | undefined, gauges: Gauges): AuditMetrics {
  const none = () => undefined
  if (!registry) return { delivered: none, failed: none, torn: none }
  gauge(registry, 'tda_audit_spool_bytes', 'Bytes of audit records not delivered yet', gauges.undeliveredBytes)
  gauge(
    registry,
    'tda_audit_spool_limit_bytes',
    'Bytes that the spool of audit records may hold',
    () => gauges.limitBytes,
  )
  gauge(registry, 'tda_audit_spool_full', '1 while audit records cannot be kept', () => Number(gauges.isFull()))
  gauge(registry, 'tda_audit_oldest_undelivered_seconds', 'Age of the oldest audit record that waits for Kafka', () => {
    const time = gauges.oldest()
    return time === null ? 0 : Math.max(0, (Date.now() - Date.parse(time)) / 1000)
  })
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const delivered = counter('tda_audit_delivered_total', 'Audit records that Kafka confirmed')
  const failures = counter('tda_audit_failures_total', 'Failed writes of audit records, by where', ['by'])
  for (const by of ['disk', 'kafka']) failures.inc({ by }, 0)
  const torn = counter('tda_audit_torn_lines_total', 'Fragments of audit records that a crash left behind')
  return {
    delivered: (records) => delivered.inc(records),
    failed: (by) => failures.inc({ by }),
    torn: () => torn.inc(),
  }
}

function gauge(registry: Registry, name: string, help: string, value: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(value())
    },
  })
}
