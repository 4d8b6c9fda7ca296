import { metricFamilies } from '../../../dev/guides/tables/metric-families.ts'
import { recordingRules } from './alert-rules.ts'

const SELECTOR = /\b((?:tda|process|nodejs)_[a-z0-9_]+|tda:[a-z0-9_:]+|up)\b(?:\{([^}]*)\})?/g
const MATCHER = /(\w+)\s*(?:=~|!~|!=|=)\s*"/g
const GROUPING = /\b(?:by|without|on)\s*\(([^)]*)\)/g

/** Labels that Prometheus adds; its configuration adds `installation` to targets. */
const ofPrometheus = ['job', 'instance', 'installation', 'le']

/** The labels of each series that the processes expose, by its name; a histogram has three. */
function exposedSeries(): Map<string, readonly string[]> {
  const series = metricFamilies().flatMap(({ name, type, labels }) => {
    const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name]
    return names.map((one) => [one, [...labels, ...ofPrometheus]] as const)
  })
  const recorded = recordingRules().map(({ record }) => [record, ['installation']] as const)
  return new Map<string, readonly string[]>([...series, ...recorded, ['up', ofPrometheus]])
}

/** The metrics and labels in an expression that no process exposes. */
export function unknownIn(expr: string): string[] {
  const exposed = exposedSeries()
  const selected = [...expr.matchAll(SELECTOR)].map(([, name = '', matchers = '']) => ({ name, matchers }))
  if (selected.length === 0) return [`no metric in ${expr}`]
  const grouped = [...expr.matchAll(GROUPING)].flatMap(([, labels = '']) => labels.split(',').map((one) => one.trim()))
  const all = selected.flatMap(({ name }) => exposed.get(name) ?? [])
  return [
    ...selected.filter(({ name }) => !exposed.has(name)).map(({ name }) => name),
    ...selected.flatMap(({ name, matchers }) => {
      const named = [...matchers.matchAll(MATCHER)].map(([, label = '']) => label)
      return named.filter((label) => !exposed.get(name)?.includes(label)).map((label) => `${name}{${label}}`)
    }),
    ...grouped.filter((label) => label !== '' && !all.includes(label)).map((label) => `by (${label})`),
  ]
}
