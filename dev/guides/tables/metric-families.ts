import { type Metric, Registry } from 'prom-client'
import { createMetrics as createApiMetrics } from '../../../api/observability/metrics.ts'
import { auditMetrics } from '../../../audit/metrics.ts'
import { createMetrics as createProjectorMetrics } from '../../../projector/metrics.ts'

/** A metric as operators see it. */
export interface MetricFamily {
  name: string
  type: string
  help: string
  labels: readonly string[]
  processes: readonly string[]
}

const nothing = { limitBytes: 0, undeliveredBytes: () => 0, oldest: () => null, isFull: () => false }

/** All metrics that the processes expose, including those of Node, each once. */
export function metricFamilies(): MetricFamily[] {
  const audit = new Registry()
  auditMetrics(audit, nothing)
  const all = [
    ...familiesOf('API', createApiMetrics({ isByOrganization: true }).registry),
    ...familiesOf('API', audit),
    ...familiesOf('projector', createProjectorMetrics({ isByOrganization: true }).registry),
  ]
  return [...Map.groupBy(all, ({ name }) => name).values()].flatMap((alike) => {
    const [first] = alike
    return first ? [{ ...first, processes: alike.flatMap(({ processes }) => processes) }] : []
  })
}

/** Fields of a metric that prom-client has but does not declare. */
type Described = Metric & { name: string; help: string; type: string; labelNames: readonly string[] }

function familiesOf(process: string, registry: Registry): MetricFamily[] {
  const metrics = registry.getMetricsAsArray() as unknown as Described[]
  return metrics.map(({ name, type, help, labelNames }) => {
    return { name, type, help, labels: labelNames, processes: [process] }
  })
}
