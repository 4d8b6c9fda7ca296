import { expect } from 'chai'
import { advanceOffset } from '../../cypher/system/offsets.ts'
import { recordOf, supplierOf } from '../support/events/source-event.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { heldGraph } from '../support/graph/held-graph.ts'
import { deleteNodes, readDocuments } from '../support/graph/stored-nodes.ts'
import { type Installation, openInstallation, register } from '../support/processes/projector.ts'
import type { ProjectorHere } from '../support/processes/projector-here.ts'
import { until } from '../support/until.ts'

const [OWN, SLOW] = [1, 2]

describe('a new event while other partitions still replay', () => {
  const held = heldGraph()
  const neighbor = freshOrganization()
  let installation: Installation
  let projector: ProjectorHere

  before(async () => {
    installation = await openInstallation()
    await register(installation.graph, neighbor)
    projector = await installation.startHere({}, held.through)
    await projector.untilReady()
  })
  after(async () => {
    held.release()
    await installation.close()
  })

  const next = async () => (await installation.offsets()).get(OWN)?.next
  const send = (organization: string, partition: number, version: number) =>
    installation.send([{ partition, ...recordOf(organization, supplierOf('1', version)) }])

  it('waits for them, is then applied, and is the only change that is recorded again', async () => {
    const { organization, topic, setBack, caughtUp, graph } = installation
    await send(organization, OWN, 1)
    await send(neighbor, SLOW, 1)
    await caughtUp()
    held.hold((name, params) => name === advanceOffset.name && params.topic === topic && params.partition === SLOW)
    // As a rebuild does, so that the events of before are applied again.
    for (const tenantKey of [organization, neighbor]) await deleteNodes(graph, 'Entity', { tenantKey })
    await setBack(0)
    await send(organization, OWN, 2)
    const waits = () => projector.lines('new events wait for the end of the replay').length > 0
    await until('the event to wait or to be applied', async () => waits() || (await next()) === 2)
    expect(await next()).to.equal(1)
    held.release()
    await caughtUp()
    expect(await next()).to.equal(2)
    const changes = await readDocuments<{ op: string; revision: number }>(graph, 'Change', { tenantKey: organization })
    expect(changes.map(({ op, revision }) => [op, revision]).sort()).to.deep.equal([
      ['created', 1],
      ['updated', 2],
    ])
    const other = await readDocuments<{ op: string }>(graph, 'Change', { tenantKey: neighbor })
    expect(other.map(({ op }) => op)).to.deep.equal(['created'])
  })
})
