import { expect } from 'chai'
import { modelOf } from '../../support/events/model.ts'
import { longLog } from '../../support/events/random-events.ts'
import { expectSame, graphLines, wipe } from '../../support/graph/graph-lines.ts'
import { comparable, projected } from '../../support/graph/projected.ts'
import { withAdmin } from '../../support/processes/kafkajs.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import { until } from '../../support/until.ts'

const EVENTS = Number(process.env.RECOVERY_EVENTS ?? 2000)
const KILLS = Number(process.env.RECOVERY_KILLS ?? 3)

describe('a projector that restarts', function () {
  this.timeout(900_000 + KILLS * 60_000)
  const log = longLog(EVENTS, 1)
  let installation: Installation
  let undisturbed: string[]

  before(async () => {
    installation = await openInstallation()
    await installation.feed(log.flatMap((event) => [event, event]))
  })
  after(() => installation.close())

  /** The partitions whose offset in the consumer group is beyond what the graph has applied. There must be none. */
  async function committedTooFar(): Promise<number[]> {
    const { connection, groupId, topic, offsets } = installation
    const [committed] = await withAdmin(connection, (admin) => admin.fetchOffsets({ groupId, topics: [topic] }))
    const stands = await offsets()
    return (committed?.partitions ?? [])
      .filter(({ partition, offset }) => Number(offset) > (stands.get(partition)?.next ?? 0))
      .map(({ partition }) => partition)
  }

  it('never commits an offset beyond what it has applied, and counts repeated events once (P2, P5)', async () => {
    const { graph, organization, lag } = installation
    const projector = await installation.start()
    let looks = 0
    const isDone = async () => {
      looks += 1
      expect(await committedTooFar()).to.deep.equal([])
      return (await lag()) === 0
    }
    await until('the end of the log', isDone, 600_000)
    expect(looks).to.be.greaterThan(3)
    expect(comparable(await projected(graph, organization))).to.deep.equal(comparable(modelOf(organization, log)))
    undisturbed = await graphLines(graph, organization)
    projector.signal('SIGTERM')
    expect(await projector.ended).to.equal(0)
  })

  it('changes nothing when its offsets are reset to the start of the topic while it runs (P2, P5)', async () => {
    const { graph, organization, setBack, caughtUp, offsets } = installation
    const projector = await installation.start()
    await projector.untilReady()
    await setBack(0)
    await until('the news of it', () => projector.lines('graph was restored to an earlier state').length > 0)
    await caughtUp()
    expect([...(await offsets()).values()].map(({ next }) => next)).to.not.include(0)
    const read = (await projector.metrics()).get('tda_projector_records_total{outcome="stale"}')
    expect(read).to.equal(2 * EVENTS)
    expectSame(undisturbed, await graphLines(graph, organization))
    projector.signal('SIGTERM')
    await projector.ended
  })

  it(`ends with the same graph after ${KILLS} kill -9 while it applies events (P1)`, async () => {
    const { graph, organization, setBack, caughtUp, lag } = installation
    await wipe(graph, organization)
    await setBack(0)
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const projector = await installation.start()
      const left = 2 * EVENTS * (1 - kill / (KILLS + 1))
      await until('some progress', async () => (await lag()) <= left)
      projector.signal('SIGKILL')
      expect(await projector.ended).to.equal('SIGKILL')
      expect(await lag()).to.be.greaterThan(0)
    }
    await installation.start()
    await caughtUp()
    expectSame(undisturbed, await graphLines(graph, organization))
  })
})
