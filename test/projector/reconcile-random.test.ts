import fc from 'fast-check'
import type { Graph } from '../../cypher/connect.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { expectSameInSteps } from '../support/materials/in-steps.ts'
import { someLogOfAll } from '../support/materials/random-connected.ts'

/** The number of random logs; `npm run test:soak` sets a higher one. */
const LOGS = Number(process.env.ORDERS ?? 5)

describe('reconciliation of a random log about few materials and factories', function () {
  this.timeout(120_000 + LOGS * 30_000)
  let graph: Graph
  before(() => {
    graph = connectTestGraph()
  })
  after(() => graph.close())

  it(`stores the same after each event as after the last one: ${LOGS} logs`, async () => {
    const property = fc.asyncProperty(someLogOfAll, (log) => expectSameInSteps(graph, freshOrganization(), log))
    await fc.assert(property, { numRuns: LOGS, seed: 2, endOnFailure: true })
  })
})
