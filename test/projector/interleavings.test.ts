import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import type { Graph } from '../../cypher/connect.ts'
import { listOffsets } from '../../cypher/system/offsets.ts'
import { createMetrics } from '../../projector/metrics.ts'
import { Fenced } from '../../projector/partitions/advance.ts'
import { createOrganizationMutex } from '../../projector/partitions/organization-mutex.ts'
import type { PartitionRecord } from '../../projector/pipeline/event-stream.ts'
import { applyChunk } from '../../projector/pipeline/pipeline.ts'
import { recordStream } from '../../projector/records/record-stream.ts'
import { claim, cutsOf } from '../support/events/apply-log.ts'
import { modelOf } from '../support/events/model.ts'
import { someCuts, someLog } from '../support/events/random-events.ts'
import { recordOf, type SourceEvent } from '../support/events/source-event.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { comparable, projected } from '../support/graph/projected.ts'
import { countNodes, readNodes } from '../support/graph/stored-nodes.ts'
import { quiet } from '../support/processes/kafka.ts'
import { register } from '../support/processes/projector.ts'

const numRuns = Number(process.env.PROPERTY_RUNS ?? 12)
const bounds = { numRuns, interruptAfterTimeLimit: numRuns * 20_000, markInterruptAsFailure: true }

const PARTITIONS = 4
/** When Kafka received the records: later than the times of all events. */
const ARRIVED_AT = Date.UTC(2026, 6, 1)

/** What can happen to the projector while it writes a batch. */
const fates = ['lives', 'dies before its commit', 'dies after its commit', 'loses the partition'] as const
type Fate = (typeof fates)[number]

class Died extends Error {}

interface Partition {
  topic: string
  partition: number
  groupId: string
  records: PartitionRecord[]
  cuts: number[]
}

describe('partitions of two organizations, applied at the same time', function () {
  this.timeout(900_000 + bounds.interruptAfterTimeLimit)
  let graph: Graph
  before(() => {
    graph = connectTestGraph()
  })
  after(() => graph.close())

  /** Applies all partitions concurrently in two processes, each with its own mutex; returns the rejected timestamps. */
  async function applyAll(partitions: readonly Partition[], someFates: readonly Fate[]): Promise<number[]> {
    const processes = [1, 2].map(() => createOrganizationMutex())
    const metrics = createMetrics()
    const left = [...someFates]
    const putAside: number[] = []
    const working = new Set<Promise<void>>()

    function start(partition: Partition, process: number): void {
      const work = apply(partition, process).finally(() => working.delete(work))
      working.add(work)
    }

    /** Applies from the stored offset until the end of the log, the death of the process, or a takeover. */
    async function apply(one: Partition, process: number): Promise<void> {
      const { topic, partition, groupId, records, cuts } = one
      const own = await claim(graph, { topic, partition, groupId, owner: String(process) })
      const heir = (process + 1) % processes.length
      const ends = cuts.filter((cut) => cut > own.next)
      let from = own.next
      for (const to of ends) {
        const fate = left.shift() ?? 'lives'
        if (fate === 'loses the partition') start(one, heir)
        const mutexOf = processes[process] ?? createOrganizationMutex()
        const publishDeadLetters = async (dead: readonly { record: PartitionRecord }[]) => {
          putAside.push(...dead.map(({ record }) => record.timestamp))
        }
        const context = { graph: meeting(graph, fate), metrics, log: quiet, mutexOf, publishDeadLetters }
        try {
          await applyChunk(context, recordStream, own, { records: records.slice(from, to), from, to }, () => true)
        } catch (error) {
          if (error instanceof Died) start(one, heir)
          else if (!(error instanceof Fenced)) throw error
          return
        }
        from = to
      }
    }

    for (const [at, partition] of partitions.entries()) start(partition, at % processes.length)
    while (working.size > 0) await Promise.all(working)
    return putAside
  }

  it('store for each organization the result of its own events, whichever process dies or takes over', async () => {
    const someFate = fc.constantFrom<Fate>('lives', ...fates)
    const fate = fc.array(someFate, { minLength: 20, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(someLog, someLog, someCuts, fate, async (one, other, sizes, someFates) => {
        const logs = new Map([one, other].map((log) => [freshOrganization(), log] as const))
        for (const organization of logs.keys()) await register(graph, organization)
        const partitions = partitionsOf(logs, sizes)
        const putAside = await applyAll(partitions, someFates)

        const offsets = await graph.read(listOffsets, null, { groupId: partitions[0]?.groupId ?? '' })
        expect(offsets.map(({ next }) => next)).to.deep.equal(partitions.map(({ records }) => records.length))
        for (const [organization, log] of logs) {
          expect(comparable(await projected(graph, organization))).to.deep.equal(comparable(modelOf(organization, log)))
          expect(await countsOf(organization)).to.deep.equal({ counted: log.length, rejected: 2, letters: 2 })
        }
        expect([...new Set(putAside)].sort()).to.deep.equal(poisonOf(partitions).sort())
      }),
      bounds,
    )
  })

  /** The counters of an organization's events, and the number of its stored dead letters. */
  async function countsOf(organization: string) {
    const own = { tenantKey: organization }
    const sources = await readNodes(graph, 'IngestedSource', own, ['applied', 'stale', 'rejected'])
    return {
      counted: sources.reduce((sum, { applied, stale }) => sum + Number(applied) + Number(stale), 0),
      rejected: sources.reduce((sum, { rejected }) => sum + Number(rejected), 0),
      letters: await countNodes(graph, 'DeadLetter', own),
    }
  }
})

/** A graph that throws before or after the commit, as the fate says. */
function meeting(graph: Graph, fate: Fate): Graph {
  return {
    ...graph,
    async write(work, runExclusive) {
      const result = await graph.write(async (run) => {
        const done = await work(run)
        if (fate === 'dies before its commit') throw new Died()
        return done
      }, runExclusive)
      if (fate === 'dies after its commit') throw new Died()
      return result
    },
  }
}

/**
 * Distributes the logs of two organizations to partitions by key, alternating between the organizations. The first two
 * partitions also contain one malformed record per organization. The timestamp of each record is unique.
 */
function partitionsOf(logs: ReadonlyMap<string, readonly SourceEvent[]>, sizes: readonly number[]): Partition[] {
  const group = { topic: `test-${randomUUID()}`, groupId: randomUUID() }
  const records = [...logs].flatMap(([organization, log]) => log.map((event) => recordOf(organization, event)))
  const keys = [...new Set(records.map(({ key }) => key))].sort()
  return Array.from({ length: PARTITIONS }, (_, partition) => {
    const own = records.filter(({ key }) => keys.indexOf(key) % PARTITIONS === partition)
    const poison =
      partition < 2 ? [...logs.keys()].map((key) => ({ key: `${key}/supplier/plm/main/1`, value: '{' })) : []
    const sent = byTurns([...Map.groupBy([...own, ...poison], ({ key }) => key.split('/')[0]).values()])
    return {
      ...group,
      partition,
      records: sent.map(({ key, value }, offset) => ({
        offset,
        timestamp: ARRIVED_AT + partition * 1000 + offset,
        key: Buffer.from(key),
        value: Buffer.from(value),
        headers: {},
      })),
      cuts: cutsOf(sent.length, sizes.slice(partition)),
    }
  })
}

/** Alternates between the lists, keeping the order of each. */
function byTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}

const poisonOf = (partitions: readonly Partition[]) =>
  partitions.flatMap(({ records }) =>
    records.filter(({ value }) => value?.toString() === '{').map((one) => one.timestamp),
  )
