import { Counter, Histogram, type Registry } from 'prom-client'
import type { GraphOptions } from './connect.ts'
import { graphErrorKinds } from './errors.ts'

/** The graph metrics of a process, as options for `connectGraph`. */
export function graphMetrics(registry: Registry): Required<Pick<GraphOptions, 'onRead' | 'onError'>> {
  const registers = [registry]
  const reads = new Histogram({
    name: 'tda_graph_read_duration_seconds',
    help: 'Duration of a read of the graph, by the name of its query, without whole exports',
    labelNames: ['query'],
    buckets: [0.01, 0.05, 0.2, 1, 4],
    registers,
  })
  const errors = new Counter({
    name: 'tda_graph_errors_total',
    help: 'Failures of the graph after all retries, by kind of failure',
    labelNames: ['kind'],
    registers,
  })
  for (const kind of graphErrorKinds) errors.inc({ kind }, 0)
  return {
    onRead: (query, seconds) => reads.observe({ query }, seconds),
    onError: (kind) => errors.inc({ kind }),
  }
}
