import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { version } from './version.ts'

/**
 * What every process tells of itself, beside Node's own metrics: which version runs, its clock, and whether it is ready, which
 * the caller sets.
 */
export function processMetrics(registry: Registry): { ready: Gauge } {
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'tda_build_info',
    help: '1; the labels say which version of the service runs, and on which Node',
    labelNames: ['version', 'node_version'],
    registers,
  }).set({ version, node_version: process.version }, 1)
  new Gauge({
    name: 'tda_time_seconds',
    help: 'What the clock of this process says, in Unix time',
    registers,
    collect() {
      this.set(Date.now() / 1000)
    },
  })
  return { ready: new Gauge({ name: 'tda_ready', help: '1 while /readyz answers 200, else 0', registers }) }
}
