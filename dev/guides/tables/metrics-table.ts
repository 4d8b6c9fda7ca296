import { markdownTable } from './markdown-table.ts'
import { metricFamilies } from './metric-families.ts'

/** Our own metrics of each process; those of the Node process itself come with prom-client and are left out. */
export function metricsTable(): string {
  const rows = metricFamilies()
    .filter(({ name }) => name.startsWith('tda_'))
    .map(({ name, processes, type, labels, help }) => [
      `\`${name}\``,
      processes.length > 1 ? 'both' : processes.join(),
      type,
      labels.map((label) => `\`${label}\``).join(', '),
      help,
    ])
  return markdownTable(['Metric', 'Of', 'Type', 'Labels', 'Meaning'], rows)
}
