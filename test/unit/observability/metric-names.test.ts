import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { createMetrics as createApiMetrics } from '../../../api/observability/metrics.ts'
import { metricFamilies } from '../../../dev/guides/tables/metric-families.ts'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { createMetrics as createProjectorMetrics } from '../../../projector/metrics.ts'
import { describeWith } from '../../support/with-programs.ts'

const families = metricFamilies().filter(({ name }) => name.startsWith('tda_'))

describe('the names of metrics', () => {
  it('follow the conventions of Prometheus: snake case, base units, _total on counters alone', () => {
    for (const { name, type, labels } of families) {
      for (const word of [name, ...labels]) expect(word).to.match(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
      expect(name.endsWith('_total'), name).to.equal(type === 'counter')
      expect(name, name).to.not.match(/_(ms|milliseconds|minutes|kb|mb|megabytes|percent)(_|$)/)
      expect(labels, name).to.not.include.oneOf(['le', 'quantile', 'credential', 'tenant', 'job'])
    }
  })

  it('have the label organization only where the settings say so', () => {
    const labeled = families.filter(({ labels }) => labels.includes('organization')).map(({ name }) => name)
    const both = ['tda_silent_sources', 'tda_tokens_ending']
    const only = ['tda_organization_requests_total', 'tda_organization_events_total']
    expect(labeled).to.have.members([...both, ...only])
    const byDefault = [createApiMetrics(), createProjectorMetrics()].flatMap(
      ({ registry }) => registry.getMetricsAsArray() as unknown as { name: string; labelNames: string[] }[],
    )
    expect(byDefault.filter(({ labelNames }) => labelNames.includes('organization'))).to.deep.equal([])
    expect(byDefault.map(({ name }) => name))
      .to.include.members(both)
      .and.not.include.members(only)
  })

  it('include version, readiness, clock, and Node metrics for each process', () => {
    const both = metricFamilies().filter(({ processes }) => processes.length === 2)
    expect(both.map(({ name }) => name)).to.include.members([
      ...['tda_build_info', 'tda_ready', 'tda_time_seconds', 'tda_graph_errors_total'],
      ...['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_heap_size_used_bytes'],
    ])
  })

  it('include the running version as labels', async () => {
    const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
    for (const { registry } of [createApiMetrics(), createProjectorMetrics()]) {
      const labels = `version="${version}",node_version="${process.version}"`
      expect(await registry.metrics()).to.include(`tda_build_info{${labels}} 1\n`)
    }
  })
})

describeWith(['promtool'], 'promtool, of the metrics', () => {
  for (const [exposedBy, create] of Object.entries({
    API: createApiMetrics,
    projector: () => createProjectorMetrics(),
  })) {
    it(`reports no problem in those of the ${exposedBy}`, async () => {
      const child = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] })
      child.stdin.end(await create().registry.metrics())
      const [warnings] = await Promise.all([text(child.stderr), once(child, 'close')])
      expect(warnings.split('\n').filter((line) => line.includes('tda_'))).to.deep.equal([])
    })
  }
})
