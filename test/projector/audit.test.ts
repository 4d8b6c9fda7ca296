import { expect } from 'chai'
import type { Graph } from '../../cypher/connect.ts'
import { lockEntities } from '../../cypher/graph/write-graph.ts'
import { corruptions } from '../support/api/audit-queries.ts'
import { applyLog, claim } from '../support/events/apply-log.ts'
import { longLog } from '../support/events/random-events.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { wipe } from '../support/graph/graph-lines.ts'
import { deleteNodes, storedTypes } from '../support/graph/stored-nodes.ts'

describe('the graph of an organization after a log of events', () => {
  let graph: Graph

  before(() => {
    graph = connectTestGraph()
  })
  after(() => graph.close())

  it('has no corruption, and no link to another organization with the same records', async () => {
    const organizations = [freshOrganization(), freshOrganization()]
    const log = longLog(500, 23)
    for (const organization of organizations) await applyLog(graph, organization, log)
    for (const organization of organizations) {
      expect(await corruptions(graph, organization)).to.deep.equal({})
      await wipe(graph, organization)
    }
  })

  it('is reported with each kind of corruption that it has', async () => {
    const [organization, other] = [freshOrganization(), freshOrganization()]
    await graph.execute(
      `CREATE (a:Entity:Listed {tenantKey: $organization, id: '1', type: 'style', score: 1.5})
       CREATE (b:Entity:Tenant_${other} {tenantKey: $other, id: '2', type: 'style'})
       CREATE (:Claim:Tenant_${other}:Tenant_${organization} {tenantKey: $organization, id: '3', entityId: '9'})
       CREATE (:DeletedLink:Tenant_${other} {tenantKey: $organization, id: '4'})
       CREATE (:Tenant_${organization})
       CREATE (c:Entity:Listed:Tenant_${organization} {tenantKey: $organization, id: '5', rank: 1.5})
       CREATE (c)-[:LINK {tenantKey: $organization, id: '6', fromId: '5', toId: '1'}]->(b)`,
      { organization, other },
    )
    expect(await corruptions(graph, organization)).to.deep.equal({
      'Entity without its tenant label, or with another': 1,
      'Claim without its tenant label, or with another': 1,
      'DeletedLink without its tenant label, or with another': 1,
      'node without its tenant or an id': 1,
      'node of no known label': 1,
      'node that a rebuild would leave': 3,
      'link across tenants': 1,
      'link whose ends are not those it names': 1,
      'listed entity without its document, or the other way round': 1,
      'claim of an entity that is not listed': 1,
      'number stored as a float': 1,
    })
    await deleteNodes(graph, 'Entity', { tenantKey: organization, id: '1' })
    for (const one of [organization, other]) await wipe(graph, one)
  })

  it('has offsets that are stored as integers', async () => {
    const { groupId } = await claim(graph)
    const types = await storedTypes(graph, 'Offset', { groupId }, ['next', 'epoch', 'partition'])
    const integer = 'INTEGER NOT NULL'
    expect(types).to.deep.equal([{ next: integer, epoch: integer, partition: integer }])
  })

  it('is written again after a deadlock, and the retry is counted', async () => {
    const organization = freshOrganization()
    const codes: string[] = []
    const counted = connectTestGraph({ onRetry: (code) => codes.push(code) })
    const [left, right] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hold = (id: string) => ({ rows: [{ id, type: 'style' as const }] })
    const both = (first: string, second: string, mine: PromiseWithResolvers<void>, other: PromiseWithResolvers<void>) =>
      counted.write(async (run) => {
        await run(lockEntities, organization, hold(first))
        mine.resolve()
        await other.promise
        await run(lockEntities, organization, hold(second))
      })
    await Promise.all([both('a', 'b', left, right), both('b', 'a', right, left)])
    await counted.close()
    expect(codes).to.include('Neo.TransientError.Transaction.DeadlockDetected')
    await wipe(graph, organization)
  })
})
