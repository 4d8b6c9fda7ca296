import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { getIngestReceipt } from '../../api/operations/ingest/get-ingest-receipt.ts'
import { listIngestPublications } from '../../api/operations/ingest/list-ingest-publications.ts'
import { listIngestRejections } from '../../api/operations/ingest/list-ingest-rejections.ts'
import { listIngestSources } from '../../api/operations/ingest/list-ingest-sources.ts'
import type { Graph } from '../../cypher/connect.ts'
import { listOffsets } from '../../cypher/system/offsets.ts'
import { createMetrics } from '../../projector/metrics.ts'
import { createOrganizationMutex } from '../../projector/partitions/organization-mutex.ts'
import type { DeadRecord, PartitionRecord } from '../../projector/pipeline/event-stream.ts'
import { applyChunk } from '../../projector/pipeline/pipeline.ts'
import { createPublicationStream, type PublicationContext } from '../../projector/publications/publication-stream.ts'
import { call, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { eventsOf, expectedOf, type Sent, someChoices } from '../support/bom/failing-publications.ts'
import { claim, cutsOf } from '../support/events/apply-log.ts'
import { someCuts } from '../support/events/random-events.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { deleteNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { quiet } from '../support/processes/kafka.ts'
import { register } from '../support/processes/projector.ts'

const numRuns = Number(process.env.PROPERTY_RUNS ?? 12)
const bounds = { numRuns, interruptAfterTimeLimit: numRuns * 30_000, markInterruptAsFailure: true }

/** A BOM topic with one partition, which contains the events of two organizations in turns. */
interface Log {
  topic: string
  groupId: string
  own: string
  theirs: string
  /** The offsets of the events of the first organization, and those of the second. */
  offsets: Map<string, number[]>
  sent: Map<string, Sent[]>
  records: PartitionRecord[]
}

class Died extends Error {}

describe('events that arrive after their publication has failed', function () {
  this.timeout(900_000 + bounds.interruptAfterTimeLimit)
  let graph: Graph
  before(() => {
    graph = connectTestGraph()
  })
  after(() => graph.close())

  /** Applies a log in chunks, from the stored offset. Each chunk dies once, before or after its commit. */
  async function apply(log: Log, cuts: readonly number[]): Promise<DeadRecord[]> {
    const deadLetters: DeadRecord[] = []
    const claimed = await claim(graph, { topic: log.topic, groupId: log.groupId })
    for (const [index, from] of cuts.slice(0, -1).entries()) {
      const to = cuts[index + 1] ?? from
      const dying = index % 3
      const through = { ...graph, write: dying === 0 ? graph.write : dies(graph, dying === 1) }
      for (const used of [through, graph]) {
        const context: PublicationContext = {
          graph: used,
          metrics: createMetrics(),
          log: quiet,
          mutexOf: createOrganizationMutex(),
          bomPartitions: 1,
          silenceMs: 3_600_000,
          afterEnd: async () => undefined,
          publishDeadLetters: async (dead) => void deadLetters.push(...dead),
        }
        const [{ next } = { next: from }] = await graph.read(listOffsets, null, { groupId: log.groupId })
        const records = log.records.slice(next, to)
        if (next >= to) break
        const chunk = { records, from: next, to }
        await applyChunk(context, createPublicationStream(context), claimed, chunk, () => true).catch((error) => {
          if (!(error instanceof Died)) throw error
        })
      }
    }
    return deadLetters
  }

  async function check(log: Log, organization: string): Promise<void> {
    const offsets = log.offsets.get(organization) ?? []
    const sent = log.sent.get(organization) ?? []
    const { outcomes, publications } = expectedOf(sent)
    const context = { ...contextFor(graph, organization, ['ingest:read']), now: () => new Date() }

    const found = await walk(listIngestPublications, {}, context, [2])
    const states = new Map(
      found.map(({ snapshotId, state, faults, faultCount }) => [
        snapshotId,
        { state, faults: faults.map(({ styleNumber }) => styleNumber ?? ''), faultCount },
      ]),
    )
    expect(states).to.deep.equal(publications)

    const rejections = await walk(listIngestRejections, {}, context, [1000])
    const expected = outcomes.flatMap((outcome, at) =>
      outcome.is === 'dead' ? [[offsets[at], outcome.reason, outcome.count, sent[at]?.event.id]] : [],
    )
    const listed = rejections.toSorted((a, b) => a.offset - b.offset)
    expect(listed.map(({ offset, reason, count, eventId }) => [offset, reason, count, eventId])).to.deep.equal(expected)

    for (const [offset] of log.records.entries()) {
      const at = offsets.indexOf(offset)
      const outcome = outcomes[at]
      const reason = outcome?.is === 'dead' ? outcome.reason : outcome?.is === 'counted' ? 'no_open_publication' : null
      const own = { ...context, readOffset: async () => ({ next: log.records.length, appliedAt: null }) }
      const { data } = await call(getIngestReceipt, { topic: log.topic, partition: 0, offset }, own)
      expect([offset, data.state, data.reason]).to.deep.equal([
        offset,
        reason === null ? 'processed' : 'rejected',
        reason,
      ])
    }

    const total = { applied: 0, stale: 0, rejected: 0 }
    for (const { is } of outcomes) total[is === 'applied' || is === 'stale' ? is : 'rejected'] += 1
    const [source] = await walk(listIngestSources, {}, context, [10])
    expect(source).to.include(total)
  }

  it('are one dead letter with a count, and their faults are those of the publication', async () => {
    let counted = 0
    await fc.assert(
      fc.asyncProperty(someChoices, someChoices, someCuts, someCuts, async (one, other, sizes, otherSizes) => {
        const log = logOf(one, other)
        for (const organization of [log.own, log.theirs]) await register(graph, organization)
        const deadLetters = await apply(log, cutsOf(log.records.length, sizes))
        for (const organization of [log.own, log.theirs]) {
          await check(log, organization)
          const { outcomes } = expectedOf(log.sent.get(organization) ?? [])
          const dead = outcomes.flatMap(({ is }, at) => (is === 'dead' ? [log.offsets.get(organization)?.[at]] : []))
          const published = deadLetters.filter((letter) => letter.organization === organization)
          expect([...new Set(published.map(({ record }) => record.offset))].sort()).to.deep.equal(dead.sort())
          counted += outcomes.filter(({ is }) => is === 'counted').length
        }

        // A rebuild drops everything but dead letters, and reads the log again in other batches.
        const { groupId } = log
        for (const tenantKey of [log.own, log.theirs]) await deleteNodes(graph, 'Projected', { tenantKey })
        await updateNodes(graph, 'Offset', { groupId }, { next: 0 })
        await apply(log, cutsOf(log.records.length, otherSizes))
        for (const organization of [log.own, log.theirs]) await check(log, organization)
      }),
      bounds,
    )
    expect(counted).to.be.above(10 * numRuns)
  })
})

/** Throws once, before or after the first commit. */
function dies(graph: Graph, isBefore: boolean): Graph['write'] {
  let isDead = false
  return async (work, runExclusive) => {
    const result = await graph.write(async (run) => {
      const done = await work(run)
      if (isBefore && !isDead) {
        isDead = true
        throw new Died()
      }
      return done
    }, runExclusive)
    if (!isDead) {
      isDead = true
      throw new Died()
    }
    return result
  }
}

function logOf(one: Parameters<typeof eventsOf>[1], other: Parameters<typeof eventsOf>[1]): Log {
  const [own, theirs] = [freshOrganization(), freshOrganization()]
  const sent = new Map([
    [own, eventsOf(own, one)],
    [theirs, eventsOf(theirs, other)],
  ])
  const longest = Math.max(one.length, other.length)
  const all = Array.from({ length: longest }, (_, at) =>
    [own, theirs].flatMap((organization) =>
      (sent.get(organization) ?? []).slice(at, at + 1).map((s) => ({ organization, s })),
    ),
  ).flat()
  const offsets = new Map<string, number[]>([
    [own, []],
    [theirs, []],
  ])
  const records = all.map(({ organization, s }, offset) => {
    offsets.get(organization)?.push(offset)
    return {
      offset,
      timestamp: Date.UTC(2026, 8, 14, 3) + offset,
      key: Buffer.from(organization),
      value: Buffer.from(JSON.stringify(s.event)),
      headers: {},
    }
  })
  return { topic: `test-${randomUUID()}`, groupId: randomUUID(), own, theirs, offsets, sent, records }
}
