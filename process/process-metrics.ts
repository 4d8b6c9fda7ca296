import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { version } from './version.ts'

/**
 * The metrics of every process, in addition to those of Node: its version, its clock, and whether it is ready, which
 * the caller sets.
 */
export function processMetrics(registry: Registry): { ready: Gauge } {
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'tda_build_info',
    help: 'Always 1; the labels are the versions of the service and of Node',
    labelNames: ['version', 'node_version'],
    registers,
  }).set({ version, node_version: process.version }, 1)
  new Gauge({
    name: 'tda_time_seconds',
    help: 'Clock of this process, in Unix time',
    registers,
    collect() {
      this.set(Date.now() / 1000)
    },
  })
  return { ready: new Gauge({ name: 'tda_ready', help: '1 while /readyz returns 200, else 0', registers }) }
}
