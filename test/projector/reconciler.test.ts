import { expect } from 'chai'
import type { Graph } from '../../cypher/connect.ts'
import { createLog } from '../../process/create-log.ts'
import { Reconciler } from '../../projector/exceptions/reconciler.ts'
import { createMetrics } from '../../projector/metrics.ts'
import { createOrganizationMutex } from '../../projector/partitions/organization-mutex.ts'
import { applyLog } from '../support/events/apply-log.ts'
import { connectTestGraph } from '../support/graph/graph.ts'
import { heldGraph } from '../support/graph/held-graph.ts'
import { ownView } from '../support/graph/own-view.ts'
import { trippingGraph, trips } from '../support/graph/tripping-graph.ts'
import { events, record } from '../support/materials/reconcile-scenario.ts'
import { drain, exceptionsOf, invalidationsOf, linesOf, NO_GROUP, reconciled } from '../support/materials/reconciled.ts'
import { mintOrganization } from '../support/organization.ts'
import { quiet } from '../support/processes/kafka.ts'
import { until } from '../support/until.ts'

describe('the reconciler of all organizations', () => {
  let graph: Graph
  before(() => {
    graph = connectTestGraph()
  })
  after(() => graph.close())

  it('delays neither reconciliation nor batches of other organizations while one organization takes long', async () => {
    const organizations = [(await mintOrganization(graph)).key, (await mintOrganization(graph)).key]
    for (const organization of organizations) await applyLog(graph, organization, events)
    const held = heldGraph()
    let slow: string | null = null
    held.hold((name, _, organization) => {
      if (name !== 'exceptions/listInvalidations') return false
      slow ??= organization
      return organization === slow
    })
    const mutexOf = createOrganizationMutex()
    const options = { graph: held.through(ownView(graph)), groupId: NO_GROUP, metrics: createMetrics(), mutexOf }
    const reconciler = new Reconciler({ ...options, log: quiet })
    try {
      await until('one to be held', () => held.waiting().length > 0)
      const [quick = ''] = organizations.filter((organization) => organization !== slow)
      await until('the other to be reconciled', async () => (await invalidationsOf(graph, quick)).length === 0)
      expect(await mutexOf([quick])(async () => 'a batch')).to.equal('a batch')
      expect(await invalidationsOf(graph, slow ?? '')).to.not.deep.equal([])
      held.release()
      await until('the slow one', async () => (await invalidationsOf(graph, slow ?? '')).length === 0)
    } finally {
      held.release()
      await reconciler.stop()
    }
  })

  it('skips an invalidation that fails with an unforeseen error, and processes all others', async () => {
    const [sound, broken] = [(await mintOrganization(graph)).key, (await mintOrganization(graph)).key]
    const odd = record('material', 'item_master:odd', 1, [{ system: 'erp', kind: 'item', value: trips.ours }])
    await applyLog(graph, sound, events)
    await drain(graph, sound)
    await applyLog(graph, broken, [...events, odd])
    const chunks: string[] = []
    const log = createLog({ level: 'info', process: 'projector' }, { write: (line) => chunks.push(line) })
    const metrics = createMetrics()
    const through = trippingGraph(ownView(graph))
    const options = { graph: through, groupId: NO_GROUP, metrics, mutexOf: createOrganizationMutex(), log }
    const reconciler = new Reconciler(options)
    try {
      await reconciled(graph, broken)
    } finally {
      await reconciler.stop()
    }
    expect(linesOf(await exceptionsOf(graph, broken))).to.deep.equal(linesOf(await exceptionsOf(graph, sound)))
    const passedOver = await metrics.registry.getSingleMetricAsString('tda_projector_invalidations_passed_over_total')
    expect(passedOver).to.match(/_total [1-9]/)
    const lines = chunks.filter((line) => line.includes('invalidation skipped'))
    expect(lines.length).to.be.greaterThan(0)
    expect(chunks.join('')).to.not.contain(trips.ours)
  })
})
