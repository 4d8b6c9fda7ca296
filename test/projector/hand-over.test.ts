import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Graph } from '../../cypher/connect.ts'
import { groupOfOrganization } from '../../cypher/system/organization-group.ts'
import { deferOrganization, handOver, listDeferred } from '../../cypher/system/organization-rebuild.ts'
import { beginRebuild } from '../../cypher/system/rebuild.ts'
import { claim } from '../support/events/apply-log.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { updateNodes } from '../support/graph/stored-nodes.ts'

const place = { topic: 'records', partition: 0 }

describe('the hand-over of a partition from the rebuild of an organization', () => {
  let graph: Graph

  before(() => {
    graph = connectTestGraph()
  })
  after(() => graph.close())

  /** Hands over with the projectors at `live`, the replay at `next`, and changes recorded up to `feedTo`. */
  async function handedOver({ live = 10, next = 10, feedTo = 0, generation = 1 }) {
    const organization = freshOrganization()
    const groupId = randomUUID()
    const organizationGroup = groupOfOrganization(groupId, organization)
    const groups = { groupId, organizationGroup }
    await claim(graph, { groupId })
    await graph.write(async (run) => {
      await run(beginRebuild, null, { groupId: organizationGroup, rebuildId: 'one' })
      await run(deferOrganization, null, { ...groups, organization, offsets: [{ ...place, next: 0 }] })
    })
    await updateNodes(graph, 'Offset', { groupId }, { next: live })
    await updateNodes(graph, 'Offset', { groupId: organizationGroup }, { next, feedTo })
    const [row] = await graph.write((run) => run(handOver, null, { ...groups, ...place, generation }))
    const [deferred] = await graph.read(listDeferred, null, { groupId, ...place })
    const again = await claim(graph, { groupId })
    expect(again.deferred).to.deep.equal(new Map([[organization, deferred?.until ?? null]]))
    return { at: row?.at, until: deferred?.until, epoch: again.epoch }
  }
  const notYet = { at: undefined, until: null, epoch: 3 }

  it('happens at the offset of the replay, if the projectors have not passed it', async () => {
    expect(await handedOver({ live: 10, next: 10 })).to.deep.equal({ at: 10, until: 10, epoch: 4 })
    expect(await handedOver({ live: 3, next: 10 })).to.deep.equal({ at: 10, until: 10, epoch: 4 })
  })

  it('does not happen while the projectors are further than the replay', async () => {
    expect(await handedOver({ live: 11, next: 10 })).to.deep.equal(notYet)
  })

  it('does not happen before everything is replayed whose changes are recorded', async () => {
    expect(await handedOver({ live: 3, next: 5, feedTo: 6 })).to.deep.equal(notYet)
  })

  it('does not happen once another rebuild of the organization has begun', async () => {
    expect(await handedOver({ generation: 3 })).to.deep.equal(notYet)
  })
})
