import type { dashboard } from '../../../dev/dashboard/dashboard.ts'

/** The expressions of a dashboard with its variables replaced: all instances, and a range. */
export function expressionsOf({ panels }: ReturnType<typeof dashboard>, range = '5m') {
  return panels.flatMap((panel) => {
    if (!('targets' in panel)) return []
    return panel.targets.map(({ expr }) => ({
      title: panel.title,
      expr: expr.replaceAll('$__rate_interval', range).replaceAll('$installation', '.*').replaceAll('$instance', '.+'),
    }))
  })
}
