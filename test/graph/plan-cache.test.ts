import { expect } from 'chai'
import { connectGraph, type Graph } from '../../cypher/connect.ts'
import { listOrganizations } from '../../cypher/system/credentials.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { type OwnGraph, startOwnGraph } from '../support/graph/own-graph.ts'
import { patient } from '../support/graph/patience.ts'

describe('the plans that Neo4j caches', () => {
  let server: OwnGraph
  let graph: Graph

  before(async () => {
    // A Neo4j of its own, because statements of other tests would be counted too.
    server = await startOwnGraph()
    graph = connectGraph(parseEnvironment(server.variables), patient)
  })

  after(async () => {
    await graph?.close()
    await server?.remove()
  })

  async function plansAfter(given: (string[] | null)[]): Promise<number> {
    await graph.execute('CALL db.clearQueryCaches()')
    for (const keys of given) await graph.read(listOrganizations, null, { keys })
    const [cleared] = await graph.execute('CALL db.clearQueryCaches()')
    return Number(/\d+/.exec(String(cleared?.value))?.[0])
  }

  it('are one per statement, whichever of its parameters are null and however long they are', async () => {
    const given = [null, [], ['brand'], Array.from({ length: 2000 }, String)]
    const kept = await plansAfter(given)

    expect(kept).to.equal(await plansAfter(given.slice(0, 1)))
    expect(kept).to.be.above(0)
  })
})
