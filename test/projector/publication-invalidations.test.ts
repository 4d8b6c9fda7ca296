import { expect } from 'chai'
import { silent } from '../../cli/connections.ts'
import type { Graph } from '../../cypher/connect.ts'
import { bomPartition } from '../../domain/events/bom-partition.ts'
import { createMetrics } from '../../projector/metrics.ts'
import { createOrganizationMutex } from '../../projector/partitions/organization-mutex.ts'
import { applyChunk } from '../../projector/pipeline/pipeline.ts'
import { createPublicationStream } from '../../projector/publications/publication-stream.ts'
import { publication } from '../support/bom/bom-events.ts'
import { claim } from '../support/events/apply-log.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { wipe } from '../support/graph/graph-lines.ts'
import { readNodes } from '../support/graph/stored-nodes.ts'
import { invalidationsOf } from '../support/materials/reconciled.ts'
import { register } from '../support/processes/projector.ts'

const PARTITIONS = 12

describe('invalidations by publications', () => {
  let graph: Graph

  before(() => {
    graph = connectTestGraph({ writeTimeoutMs: 60_000 })
  })
  after(() => graph.close())

  it('are created when a publication completes, and not when it fails', async () => {
    const organization = freshOrganization()
    await register(graph, organization)
    const bom = { 'QM-1': [{ ref: 'L-10', yields: { 'QM-1-M': '1.25' } }] }
    const failing = publication(organization, bom, { claim: { rowCount: 7 } })
    const events = [...failing, ...publication(organization, bom)]
    const records = events.map((event, offset) => ({
      offset,
      timestamp: Date.parse(event.time) + 1000 * offset,
      headers: {},
      key: Buffer.from(organization),
      value: Buffer.from(JSON.stringify(event)),
    }))
    const partition = bomPartition(organization, PARTITIONS)
    const own = await claim(graph, { topic: 'bom', partition })
    let deadLettered = 0
    const context = {
      graph,
      metrics: createMetrics(),
      mutexOf: createOrganizationMutex(),
      bomPartitions: PARTITIONS,
      silenceMs: 3_600_000,
      log: silent,
      publishDeadLetters: async (dead: readonly unknown[]) => {
        deadLettered += dead.length
      },
      afterEnd: async () => {},
    }
    const chunk = { records, from: 0, to: records.length }
    await applyChunk(context, createPublicationStream(context), own, chunk, () => true)
    expect(deadLettered).to.be.greaterThan(0)
    expect(await invalidationsOf(graph, organization)).to.deep.equal([['publication', '1']])
    const notes = await readNodes(graph, 'Applied', { tenantKey: organization }, ['at'])
    const last = records.at(-1)?.timestamp ?? 0
    expect(notes).to.deep.equal([{ at: new Date(last).toISOString() }])
    await wipe(graph, organization)
  })
})
