import { expect } from 'chai'
import type { Graph } from '../../cypher/connect.ts'
import { createMetrics } from '../../projector/metrics.ts'
import { projectPublications } from '../../projector/publications/project-publications.ts'
import { createTurns } from '../../projector/turns.ts'
import { bomPartition } from '../../schemas/bom-partition.ts'
import { claim } from '../support/apply-log.ts'
import { publication } from '../support/bom-events.ts'
import { connectTestGraph, freshOrganization } from '../support/graph.ts'
import { wipe } from '../support/graph-lines.ts'
import { marksOf } from '../support/marks.ts'
import { register } from '../support/projector.ts'

const PARTITIONS = 12

describe('marks of publications', () => {
  let graph: Graph

  before(() => {
    graph = connectTestGraph({ writeTimeoutMs: 60_000 })
  })
  after(() => graph.close())

  it('are made by those that complete, with the time at which they did, and by no others', async () => {
    const organization = freshOrganization()
    await register(graph, organization)
    const bom = { 'QM-1': [{ ref: 'L-10', yields: { 'QM-1-M': '1.25' } }] }
    const failing = publication(organization, bom, { claim: { rowCount: 7 } })
    const events = [...failing, ...publication(organization, bom)]
    const records = events.map((event, offset) => ({
      ...{ offset, timestamp: Date.parse(event.time) + 1000 * offset, headers: {} },
      key: Buffer.from(organization),
      value: Buffer.from(JSON.stringify(event)),
    }))
    const partition = bomPartition(organization, PARTITIONS)
    const own = await claim(graph, { topic: 'bom', partition })
    let buried = 0
    const publishing = {
      ...{ graph, metrics: createMetrics(), inTurn: createTurns(), bomPartitions: PARTITIONS, silenceMs: 3_600_000 },
      bury: async (dead: readonly unknown[]) => {
        buried += dead.length
      },
      afterEnd: async () => {},
    }
    await projectPublications(publishing, own, { records, from: 0, to: records.length }, () => true)
    expect(buried).to.be.greaterThan(0)
    expect(await marksOf(graph, organization)).to.deep.equal([['publication', 1]])
    const notes = await graph.execute(
      'MATCH (n {tenantKey: $organization}) WHERE n:Applied OR n:Recheck RETURN n.times AS times, n.at AS at',
      { organization },
    )
    const last = records.at(-1)?.timestamp ?? 0
    expect(notes).to.have.deep.members([
      { times: ['2026-09-14T02:10:00.000Z'], at: null },
      { times: null, at: new Date(last).toISOString() },
    ])
    await wipe(graph, organization)
  })
})
