import { Registry } from 'prom-client'
import { auditMetrics } from '../../api/audit/metrics.ts'
import { createMetrics as createApiMetrics } from '../../api/metrics.ts'
import { createMetrics as createProjectorMetrics } from '../../projector/metrics.ts'
import { markdownTable } from './markdown-table.ts'

const nothing = { undeliveredBytes: () => 0, oldest: () => null, isFull: () => false }

/** Our own metrics of each process; those of the Node process itself come with prom-client and are left out. */
export async function metricsTable(): Promise<string> {
  const audit = new Registry()
  auditMetrics(audit, nothing)
  const rows = [
    ...(await rowsOf('API', createApiMetrics().registry)),
    ...(await rowsOf('API', audit)),
    ...(await rowsOf('projector', createProjectorMetrics().registry)),
  ]
  return markdownTable(['Metric', 'Of', 'Type', 'Meaning'], rows)
}

async function rowsOf(process: string, registry: Registry): Promise<string[][]> {
  const metrics = await registry.getMetricsAsJSON()
  return metrics
    .filter(({ name }) => name.startsWith('tda_'))
    .map(({ name, type, help }) => [`\`${name}\``, process, String(type), help])
}
