import { expect } from 'chai'
import type { Graph } from '../../cypher/connect.ts'
import { createMetrics } from '../../projector/metrics.ts'
import { watchGraphSize } from '../../projector/watch-graph-size.ts'
import { logLines } from '../support/api/audit.ts'
import { material } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'
import { until } from '../support/until.ts'

describe('the watch of the size of the graph', () => {
  let graph: Graph
  before(() => {
    graph = connectTestGraph()
  })
  after(() => graph.close())

  it('counts nodes, and reads the size of the page cache', async () => {
    const organization = freshOrganization()
    await fill(graph, organization, { entities: [material(organization, 'M-1'), material(organization, 'M-2')] })
    const metrics = createMetrics()
    const watch = watchGraphSize({ graph, metrics, log: logLines(), everyMs: 5 })
    const valueIn = async (gauge: (typeof metrics)['graphNodes']) => (await gauge.get()).values[0]?.value ?? 0
    try {
      await until('the nodes', async () => (await valueIn(metrics.graphNodes)) >= 2)
      await until('the page cache', async () => (await valueIn(metrics.pageCache)) > 0)
      expect((await valueIn(metrics.pageCache)) % (1024 * 1024)).to.equal(0)
    } finally {
      await watch.stop()
    }
  })
})
