import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Graph } from '../../cypher/connect.ts'
import { GraphError } from '../../cypher/errors.ts'
import { createLinks } from '../../cypher/graph/write-graph.ts'
import { listOffsets } from '../../cypher/system/offsets.ts'
import { type Claim, Fenced } from '../../projector/partitions/advance.ts'
import { applyEvents, applyLog, claim } from '../support/events/apply-log.ts'
import { modelOf } from '../support/events/model.ts'
import { longLog } from '../support/events/random-events.ts'
import { decoded, type SourceEvent, supplierOf } from '../support/events/source-event.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { expectSame, graphLines } from '../support/graph/graph-lines.ts'
import { comparable, projected } from '../support/graph/projected.ts'

describe('a batch of events in one transaction', () => {
  let graph: Graph
  let organization: string

  before(() => {
    graph = connectTestGraph()
  })
  beforeEach(() => {
    organization = freshOrganization()
  })
  after(() => graph.close())

  const apply = (own: Claim, log: SourceEvent[], from: number, to = from + log.length) =>
    applyEvents(
      graph,
      own,
      log.map((event) => decoded(organization, event)),
      from,
      to,
    )
  const nextOf = async ({ groupId }: Claim) => (await graph.read(listOffsets, null, { groupId }))[0]?.next

  async function failure(work: Promise<unknown>): Promise<unknown> {
    return work.then(
      () => null,
      (error: unknown) => error,
    )
  }

  it('writes nothing for a partition that another owner has claimed', async () => {
    const earlier = await claim(graph)
    await apply(earlier, [supplierOf('1', 1)], 0)
    const later = await claim(graph, { groupId: earlier.groupId, owner: 'other' })
    expect(later).to.include({ epoch: earlier.epoch + 1, next: 1 })
    const before = await graphLines(graph, organization)
    expect(await failure(apply(earlier, [supplierOf('1', 2), supplierOf('2', 1)], 1))).to.be.instanceOf(Fenced)
    expectSame(before, await graphLines(graph, organization))
    expect(await nextOf(later)).to.equal(1)
    expect(await apply(later, [supplierOf('1', 2)], 1)).to.deep.equal({ applied: 1, stale: 0 })
  })

  it('writes nothing if it does not start at the stored offset', async () => {
    const own = await claim(graph)
    await apply(own, [supplierOf('1', 1), supplierOf('2', 1)], 0)
    const before = await graphLines(graph, organization)
    for (const from of [0, 1, 3]) {
      expect(await failure(apply(own, [supplierOf('3', 1)], from, 4)), `from ${from}`).to.be.instanceOf(Fenced)
    }
    expectSame(before, await graphLines(graph, organization))
    expect(await nextOf(own)).to.equal(2)
  })

  it('is not applied again when the reply to its commit was lost', async () => {
    const own = await claim(graph)
    await apply(own, [supplierOf('1', 1)], 0)
    const before = await graphLines(graph, organization)
    expect(await apply(own, [supplierOf('1', 2)], 0, 1)).to.deep.equal({ applied: 0, stale: 0 })
    expectSame(before, await graphLines(graph, organization))
  })

  it('writes neither events nor the offset if its last statement fails', async () => {
    const own = await claim(graph)
    const failing: Graph = {
      ...graph,
      write: (work) =>
        graph.write((run) =>
          work(async (query, tenant, params) => {
            const rows = await run(query, tenant, params)
            if (query.name === createLinks.name) throw new GraphError('unavailable', 'the server is gone')
            return rows
          }),
        ),
    }
    const sku = { skuCode: 'K', lifecycleState: 'active', style: { recordId: 'S' } }
    const event: SourceEvent = { kind: 'sku', recordId: '1', version: 1, time: '2026-01-01T00:00:00.000Z', data: sku }
    const events = [supplierOf('1', 1), event].map((one) => decoded(organization, one))
    expect(await failure(applyEvents(failing, own, events, 0, 2))).to.be.instanceOf(GraphError)
    expect(await graphLines(graph, organization)).to.deep.equal([])
    expect(await nextOf(own)).to.equal(0)
  })

  it('changes nothing when the topic is replayed, and is counted as stale', async () => {
    const log = longLog(300, 7)
    const first = await applyLog(graph, organization, log)
    const before = await graphLines(graph, organization)
    const again = await applyLog(graph, organization, [...log, ...log])
    expectSame(before, await graphLines(graph, organization))
    expect(first.applied).to.be.greaterThan(100)
    expect(again).to.deep.equal({ applied: 0, stale: 600 })
  })

  it('loses nothing while others write to the same entities concurrently', async () => {
    const log = longLog(600, 8, 2)
    const partitions = Map.groupBy(log, ({ kind, system, recordId }) => (kind + system + recordId).length % 4)
    await Promise.all([...partitions.values()].map((events) => applyInBatches(events)))
    expect(comparable(await projected(graph, organization))).to.deep.equal(comparable(modelOf(organization, log)))
  })

  /** Applies a log as a projector does: a batch that failed because of a concurrent write is retried. */
  async function applyInBatches(log: SourceEvent[], size = 20): Promise<void> {
    const own = await claim(graph, { groupId: randomUUID() })
    for (let from = 0; from < log.length; ) {
      const error = await failure(apply(own, log.slice(from, from + size), from))
      if (error === null) from += size
      else if (!(error instanceof GraphError) || error.kind === 'fault') throw error
    }
  }
})
