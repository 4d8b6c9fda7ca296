import { expect } from 'chai'
import { recordOf, supplierOf } from '../support/events/source-event.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import type { ProjectorProcess } from '../support/processes/projector-process.ts'
import { stopwatch } from '../support/stopwatch.ts'
import { until } from '../support/until.ts'
import { cluster } from './world.ts'

const PARTITIONS = Array.from({ length: 12 }, (_, partition) => partition)
const FOUND_WITHIN_MS = 15_000

/** How many brokers are suspended, one after another. `npm run test:cluster:full` sets a larger number. */
const FREEZES = Number(process.env.CLUSTER_FREEZES ?? 1)

describe('the consumer group of two projectors', () => {
  let installation: Installation
  let projectors: ProjectorProcess[]
  let version = 0

  before(async () => {
    installation = await openInstallation({ KAFKA_SESSION_TIMEOUT_MS: '30000' })
    projectors = await Promise.all([installation.start(), installation.start()])
    await Promise.all(projectors.map((projector) => projector.untilReady()))
    await feed()
    await installation.caughtUp()
  })
  after(async () => {
    for (const broker of cluster.brokers) {
      broker.resume()
      await broker.start()
    }
    await cluster.untilWhole()
    await installation.close()
  })

  /** Sends one event to each partition. */
  const feed = async () => {
    version += 1
    const event = (partition: number) => recordOf(installation.organization, supplierOf(`s-${partition}`, version))
    await installation.send(
      PARTITIONS.map((partition) => ({ partition, ...event(partition) })),
      { timeoutMs: 120_000 },
    )
  }
  const appliedEverywhere = async () => {
    const [ends, offsets] = await Promise.all([installation.ends(), installation.offsets()])
    return ends.every(({ partition, high }) => offsets.get(partition)?.next === Number(high))
  }

  /** How often each projector has joined the consumer group. */
  const joins = () => projectors.map((projector) => projector.lines('joined the consumer group').length)

  for (const round of ['', ', and the next one too']) {
    it(`continues within 15 s after its coordinator was killed${round}`, async () => {
      const id = await cluster.tool.coordinatorOf(installation.groupId)
      const coordinator = cluster.brokers[id - 1]
      const before = joins()
      const tookMs = stopwatch()
      await coordinator?.kill()
      await feed()
      const fedMs = tookMs()
      await until('all partitions', () => appliedEverywhere().catch(() => false), 120_000)
      const readMs = tookMs()
      await Promise.all(projectors.map((projector) => projector.untilReady()))
      console.error(`fed after ${fedMs} ms, applied after ${readMs} ms, ready after ${tookMs()} ms`)
      expect(joins()).to.deep.equal(before)
      expect(readMs).to.be.below(FOUND_WITHIN_MS)
      await coordinator?.start()
      await cluster.untilWhole()
    })
  }

  it('keeps its partitions while their leaders move', async () => {
    const before = joins()
    for (let round = 0; round < cluster.brokers.length; round++) {
      await cluster.tool.moveLeaders(installation.settings.KAFKA_TOPIC_PREFIX ?? '')
      await feed()
      await until('all partitions', () => appliedEverywhere().catch(() => false))
    }
    expect(joins()).to.deep.equal(before)
  })

  it('stops no partition when a broker resumes that was suspended for longer than its session', async () => {
    const first = (await cluster.tool.coordinatorOf(installation.groupId)) - 1
    for (let freeze = 0; freeze < FREEZES; freeze++) {
      const broker = cluster.brokers[(first + freeze) % cluster.brokers.length]
      await broker?.suspend()
      await feed()
      await until('all partitions', () => appliedEverywhere().catch(() => false), 120_000)
      broker?.resume()
      await feed()
      await until('all partitions again', () => appliedEverywhere().catch(() => false), 120_000)
      await cluster.untilWhole()
    }
    for (const projector of projectors) {
      expect(projector.lines('partition stopped')).to.deep.equal([])
      await projector.untilReady()
    }
  })
})
