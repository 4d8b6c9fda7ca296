import { expect } from 'chai'
import type { Graph } from '../../cypher/connect.ts'
import { Reconciler } from '../../projector/exceptions/reconciler.ts'
import { createMetrics } from '../../projector/metrics.ts'
import { createOrganizationMutex } from '../../projector/partitions/organization-mutex.ts'
import { applyLog } from '../support/events/apply-log.ts'
import { connectTestGraph } from '../support/graph/graph.ts'
import { heldGraph } from '../support/graph/held-graph.ts'
import { ownView } from '../support/graph/own-view.ts'
import { events } from '../support/materials/reconcile-scenario.ts'
import { invalidationsOf, NO_GROUP } from '../support/materials/reconciled.ts'
import { mintOrganization } from '../support/organization.ts'
import { quiet } from '../support/processes/kafka.ts'
import { until } from '../support/until.ts'

describe('the reconciler of all organizations', () => {
  let graph: Graph
  before(() => {
    graph = connectTestGraph()
  })
  after(() => graph.close())

  it('lets one organization that takes long hold up no other, nor the batches of others', async () => {
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
})
