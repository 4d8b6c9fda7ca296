import { expect } from 'chai'
import fc from 'fast-check'
import type { Graph } from '../../cypher/connect.ts'
import { createOrganizationMutex } from '../../projector/partitions/organization-mutex.ts'
import { applyLog, cutsOf } from '../support/events/apply-log.ts'
import { modelOf } from '../support/events/model.ts'
import { someCuts, someLog } from '../support/events/random-events.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { expectSame, graphLines, wipe } from '../support/graph/graph-lines.ts'
import { comparable, projected } from '../support/graph/projected.ts'

const numRuns = Number(process.env.PROPERTY_RUNS ?? 40)
/** The timeout also ends the search for a smaller failing example. */
const bounds = { numRuns, interruptAfterTimeLimit: numRuns * 10_000, markInterruptAsFailure: true }

describe('the stored result of an event log', function () {
  this.timeout(900_000 + bounds.interruptAfterTimeLimit)
  let graph: Graph

  before(() => {
    graph = connectTestGraph()
  })
  after(() => graph.close())

  it('equals the model for any batches', async () => {
    await fc.assert(
      fc.asyncProperty(someLog, someCuts, async (log, sizes) => {
        const organization = freshOrganization()
        await applyLog(graph, organization, log, cutsOf(log.length, sizes))
        const found = comparable(await projected(graph, organization))
        expect(found).to.deep.equal(comparable(modelOf(organization, log)))
        await wipe(graph, organization)
      }),
      bounds,
    )
  })

  it('is the same for any order that keeps the order of each key, and for any batches', async () => {
    const someOrder = fc.array(fc.nat({ max: 4 }), { minLength: 60, maxLength: 60, size: 'max' })
    await fc.assert(
      fc.asyncProperty(someLog, someOrder, someCuts, someCuts, async (log, order, sizes, others) => {
        const organization = freshOrganization()
        await applyLog(graph, organization, log, cutsOf(log.length, sizes))
        const before = await graphLines(graph, organization)
        await wipe(graph, organization)
        await applyLog(graph, organization, interleaved(log, order), cutsOf(log.length, others))
        expectSame(before, await graphLines(graph, organization))
        await wipe(graph, organization)
      }),
      bounds,
    )
  })

  it('is the same if partitions in two processes write concurrently', async () => {
    await fc.assert(
      fc.asyncProperty(someLog, someCuts, someCuts, async (log, sizes, others) => {
        const organization = freshOrganization()
        await applyLog(graph, organization, log, cutsOf(log.length, sizes))
        const before = await graphLines(graph, organization)
        await wipe(graph, organization)
        const processes = [1, 2].map(() => createOrganizationMutex()([organization]))
        const partitions = partitionsOf(log, 4).map((part, index) => {
          const write: Graph['write'] = (work) => graph.write(work, processes[index % 2])
          return applyLog({ ...graph, write }, organization, part, cutsOf(part.length, others))
        })
        await Promise.all(partitions)
        expectSame(before, await graphLines(graph, organization))
        await wipe(graph, organization)
      }),
      bounds,
    )
  })
})

type Keyed = { kind: string; system?: string; recordId: string }
const keyOf = ({ kind, system, recordId }: Keyed) => `${kind}/${system}/${recordId}`

/** Distributes the log to partitions by key, keeping the order of each key. */
function partitionsOf<T extends Keyed>(log: readonly T[], count: number): T[][] {
  const keys = [...new Set(log.map(keyOf))]
  const numbers = Array.from({ length: count }, (_, number) => number)
  return numbers.map((number) => log.filter((event) => keys.indexOf(keyOf(event)) % count === number))
}

/** The log in another order that keeps the order of each key, as when several partitions are read concurrently. */
function interleaved<T extends Keyed>(log: readonly T[], order: number[]) {
  const queues = [...Map.groupBy(log, keyOf).values()]
  return order.slice(0, log.length).flatMap((choice) => {
    const queue = queues[choice % queues.length]
    const next = queue?.shift()
    if (queue?.length === 0) queues.splice(choice % queues.length, 1)
    return next ?? []
  })
}
