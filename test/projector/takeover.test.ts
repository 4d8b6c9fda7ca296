import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Graph, Run } from '../../cypher/connect.ts'
import { GraphError } from '../../cypher/errors.ts'
import { advanceOffset } from '../../cypher/system/offsets.ts'
import { claimPartition, type Whereabouts } from '../../projector/partitions/claim-partition.ts'
import { createPartitionStates } from '../../projector/partitions/partition-status.ts'
import { createTakeover } from '../../projector/partitions/takeover.ts'
import { recordOf, supplierOf } from '../support/events/source-event.ts'
import { connectTestGraph } from '../support/graph/graph.ts'
import { deleteNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { quiet } from '../support/processes/kafka.ts'
import { openInstallation } from '../support/processes/projector.ts'
import { until } from '../support/until.ts'

describe('a takeover for which the broker reports a log end below the stored offset', () => {
  const graph = connectTestGraph()
  after(() => graph.close())

  /** Takes over a partition with the stored offset 10; `ends` are the log ends that the broker reports in turn. */
  async function take(...ends: number[]) {
    const place = { topic: `test-${randomUUID()}`, partition: 0 }
    const groupId = place.topic
    const whereabouts = (logEnd: number): Whereabouts => ({
      clusterId: 'c',
      topicId: 't',
      partitions: 1,
      logStart: 0,
      logEnd,
    })
    await claimPartition(graph, { groupId, owner: 'before', ...place }, whereabouts(10), 1)
    await updateNodes(graph, 'Offset', { groupId }, { next: 10 })
    const states = createPartitionStates()
    const started: bigint[] = []
    let asked = 0
    const view = async () => whereabouts(ends[asked++] ?? Number.NaN)
    const takeover = createTakeover({
      log: quiet,
      view,
      states,
      claimIn: (given, found) => claimPartition(graph, { groupId, owner: 'now', ...given }, found, 1),
      gapPauseMs: 100,
    })
    const start = (_: object, offset: bigint) => started.push(offset) > 0
    takeover.assign({ partitions: [place], signal: new AbortController().signal, start })
    const status = await until('an outcome', () => {
      const found = states.get(place)
      return found?.state !== 'claiming' && found
    })
    takeover.stop()
    await deleteNodes(graph, 'Offset', { groupId })
    return { status, started, asked }
  }

  it('asks again, and continues if the next reply is above the offset, as after one from a former leader', async () => {
    const { status, started, asked } = await take(7, 12)
    expect(status).to.include({ state: 'running', next: 10 })
    expect([started, asked]).to.deep.equal([[10n], 2])
  })

  it('stops the partition if the second reply is also below the offset', async () => {
    const { status, started, asked } = await take(7, 8)
    expect(status).to.include({ state: 'stopped', reason: 'gap' })
    expect(status).to.have.property('detail', 'the log ends at 8, before 10, which was applied')
    expect([started, asked]).to.deep.equal([[], 2])
  })
})

describe('a batch that was committed, and whose reply was lost', () => {
  it('does not block its partition, even if no record follows', async () => {
    const installation = await openInstallation()
    const { organization, send, caughtUp } = installation
    let lost = 0
    const losing = (graph: Graph): Graph => ({
      ...graph,
      async write(work, runExclusive) {
        let isBatch = false
        const result = await graph.write((run) => {
          const noting: Run = (query, owner, params) => {
            isBatch ||= query.name === advanceOffset.name
            return run(query, owner, params)
          }
          return work(noting)
        }, runExclusive)
        if (!isBatch || lost > 0) return result
        lost += 1
        throw new GraphError('unavailable', 'The graph was stopped')
      },
    })
    try {
      const projector = await installation.startHere({}, losing)
      await projector.untilReady()
      await send([recordOf(organization, supplierOf('1', 1))])
      const isTakenAnew = () => projector.lines('partition claimed').some(({ next }) => next === 1)
      await until('the partition to be claimed where the batch ends', isTakenAnew)
      await projector.untilReady()
      await caughtUp()
      expect(lost).to.equal(1)
    } finally {
      await installation.close()
    }
  })
})
