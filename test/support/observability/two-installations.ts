import { parse } from 'yaml'
import { prometheusFile } from './alert-rules.ts'

interface RuleTest {
  name: string
  interval: string
  input_series: { series: string; values: string }[]
  promql_expr_test?: { expr: string; eval_time: string; exp_samples: { labels: string; value: number }[] }[]
}

/** Longer than any test of alerts, because a series that ends is a failure itself. */
const MINUTES = 600

/**
 * The tests of alerts.test.yml with the series of a second, healthy installation added: the same alerts have to fire at
 * the same times, all for the first installation.
 * @returns the tests, and the names of the alerts that fire in them
 */
export function nextToHealthy(): { tests: RuleTest[]; alerts: string[] } {
  const { tests }: { tests: RuleTest[] } = parse(prometheusFile('alerts.test.yml'))
  const [healthy, ...others] = tests
  if (!healthy) throw new Error('alerts.test.yml has no tests')
  const neighbor = healthy.input_series.map(({ series, values }) => ({
    series: labeled(series, 'healthy'),
    values: values.replace(/x\d+$/, `x${MINUTES}`),
  }))
  const both = others
    .filter(({ input_series }) => input_series.length > 0 && !JSON.stringify(input_series).includes('installation='))
    .map(({ name, interval, input_series, promql_expr_test = [] }) => ({
      name,
      interval,
      input_series: [
        ...input_series.map(({ series, values }) => ({ series: labeled(series, 'broken'), values })),
        ...neighbor,
      ],
      promql_expr_test: promql_expr_test.map(({ expr, eval_time, exp_samples }) => ({
        expr: expr.replace('(alertname)', '(alertname, installation)'),
        eval_time,
        exp_samples: exp_samples.map(({ labels, value }) => ({ labels: labeled(labels, 'broken'), value })),
      })),
    }))
  const expected = JSON.stringify(both.map(({ promql_expr_test }) => promql_expr_test.map((one) => one.exp_samples)))
  return { tests: both, alerts: [...new Set(expected.match(/Tda[A-Z][A-Za-z]+/g))] }
}

function labeled(series: string, installation: string): string {
  return series.replace(/\}$/, `, installation="${installation}"}`)
}
