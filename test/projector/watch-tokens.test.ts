import { expect } from 'chai'
import type { Graph } from '../../cypher/connect.ts'
import { createMetrics } from '../../projector/metrics.ts'
import { watchTokens } from '../../projector/watch-tokens.ts'
import { logLines } from '../support/api/audit.ts'
import { connectTestGraph } from '../support/graph/graph.ts'
import { mintOrganization } from '../support/organization.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

describe('the watch of tokens', () => {
  let graph: Graph
  before(() => {
    graph = connectTestGraph()
  })
  after(() => graph.close())

  it('counts the tokens of each organization that expire within 14 days, until they have successors', async () => {
    const [one, other] = [await mintOrganization(graph), await mintOrganization(graph)]
    for (const name of ['first', 'second']) await one.issue({ name, expiresAt: inDays(13) })
    await one.issue({ name: 'later', expiresAt: inDays(15) })
    await other.issue({ name: 'first', expiresAt: inDays(13) })
    const metrics = createMetrics({ isByOrganization: true })
    const watch = watchTokens({ graph, metrics, log: logLines(), everyMs: 5 })
    const countOf = async (key: string) =>
      (await metrics.endingTokens.get()).values.find(({ labels }) => labels.organization === key)?.value ?? 0
    try {
      await until('the tokens of both', async () => (await countOf(one.key)) === 2 && (await countOf(other.key)) === 1)
      await one.issue({ name: 'first', expiresAt: inDays(90), createdAt: new Date(Date.now() + 1000).toISOString() })
      await until('the successor', async () => (await countOf(one.key)) === 1)
      expect(await countOf(other.key)).to.equal(1)
    } finally {
      await watch.stop()
    }
  })
})
