import fc from 'fast-check'
import type { Graph } from '../../cypher/connect.ts'
import { applyLog } from '../support/events/apply-log.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { expectSame, graphLines, wipe } from '../support/graph/graph-lines.ts'
import { someLogOfAll } from '../support/materials/random-connected.ts'
import { drain } from '../support/materials/reconciled.ts'

/** `npm run test:soak` tries more. */
const LOGS = Number(process.env.ORDERS ?? 5)

describe('any log about few materials and factories', function () {
  this.timeout(120_000 + LOGS * 30_000)
  let graph: Graph
  before(() => {
    graph = connectTestGraph()
  })
  after(() => graph.close())

  it(`leaves the same, followed after each event or after the last one: ${LOGS} logs`, async () => {
    const property = fc.asyncProperty(someLogOfAll, async (log) => {
      const organization = freshOrganization()
      // What was open for a while in one of them is not in the other.
      const lines = async () =>
        (await graphLines(graph, organization)).filter((line) => !line.includes('"status":"resolved"'))
      await applyLog(graph, organization, log)
      await drain(graph, organization)
      const atOnce = await lines()
      await wipe(graph, organization)
      for (const event of log) {
        await applyLog(graph, organization, [event])
        await drain(graph, organization)
      }
      expectSame(atOnce, await lines())
    })
    await fc.assert(property, { numRuns: LOGS, seed: 2, endOnFailure: true })
  })
})
