import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import { stopwatch } from '../support/stopwatch.ts'
import { until } from '../support/until.ts'
import { type Load, startLoad } from './load.ts'
import { newestLabels, supplierLabels, timesById, valuesOf } from './outcome.ts'
import { cluster } from './world.ts'

/** How often all leaders move, and how many brokers are killed. `npm run test:cluster:full` sets larger numbers. */
const MOVES = Number(process.env.CLUSTER_MOVES ?? 25)
const KILLS = Number(process.env.CLUSTER_KILLS ?? 2)
const FEEDS = 2

/** Longer than the session timeout of a broker: its partitions get other leaders before it is back. */
const DOWN_MS = 11_000

describe(`under load, while leaders move ${MOVES} times and ${KILLS} brokers are killed`, () => {
  let installation: Installation
  let load: Load
  let moved = 0

  before(async () => {
    installation = await openInstallation()
    await Promise.all([installation.start(), installation.start()])
    load = startLoad(installation, FEEDS)
    await until('the first confirmed feed', () => load.feeds.length > 0)
  })
  after(() => installation.close())

  const moveLeaders = async () => {
    moved += await cluster.tool.moveLeaders(installation.settings.KAFKA_TOPIC_PREFIX ?? '')
  }

  it('every confirmed event is in the Kafka topic, as the Java client reads it', async () => {
    for (let round = 0; round < MOVES; round++) {
      await moveLeaders()
      await delay(400)
    }
    const recoveries: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const broker = cluster.brokers[kill % cluster.brokers.length]
      const before = load.confirmed.size
      const tookMs = stopwatch()
      await broker?.kill()
      await until('the next confirmation', () => load.confirmed.size > before, 120_000)
      recoveries.push(tookMs())
      await delay(Math.max(0, DOWN_MS - tookMs()))
      await broker?.start()
      await cluster.untilWhole()
      await moveLeaders()
    }
    await load.stop()

    const found = timesById(await valuesOf(installation.topic))
    const missing = [...load.confirmed].filter((id) => !found.has(id))
    const doubled = [...found.values()].filter((times) => times > 1).length
    const failed = load.feeds.filter(({ code }) => code !== 0)
    console.error(
      `${load.confirmed.size} confirmed, ${missing.length} missing, ${doubled} doubled; ${moved} leaders moved in ` +
        `${MOVES} rounds, ${KILLS} kills; ${load.feeds.length} feeds, ${failed.length} failed, ` +
        `${load.refusals.length} refusals; slowest confirmation after a kill ${Math.max(0, ...recoveries)} ms`,
    )
    expect(moved).to.be.at.least(MOVES)
    expect(missing).to.deep.equal([])
    expect(failed).to.deep.equal([])
    expect(load.refusals).to.deep.equal([])
  })

  it('every record of the topic is in the graph in its newest version', async () => {
    await installation.caughtUp()
    expect(await installation.deadReasons()).to.deep.equal([])
    expect(await supplierLabels(installation)).to.have.members(newestLabels(await valuesOf(installation.topic)))
  })
})
