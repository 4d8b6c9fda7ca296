import { expect } from 'chai'
import { modelOf } from '../../support/events/model.ts'
import { longLog } from '../../support/events/random-events.ts'
import { supplierOf } from '../../support/events/source-event.ts'
import { expectSame, graphLines } from '../../support/graph/graph-lines.ts'
import { comparable, projected } from '../../support/graph/projected.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import type { ProjectorProcess } from '../../support/processes/projector-process.ts'
import { until } from '../../support/until.ts'

const PARTITIONS = 12
/** So many events that most of them are not yet written when the projector is suspended. */
const EVENTS = Number(process.env.ZOMBIE_EVENTS ?? 12_000)

describe('a projector that was suspended for longer than its session', () => {
  let installation: Installation

  before(async () => {
    installation = await openInstallation()
  })
  after(() => installation.close())

  /** The number of records that a projector has handled: applied and stale ones. */
  async function counted(projector: ProjectorProcess): Promise<number> {
    const samples = await projector.metrics()
    const countOf = (outcome: string) => samples.get(`tda_projector_records_total{outcome="${outcome}"}`) ?? 0
    return countOf('applied') + countOf('stale')
  }

  it('writes nothing after another projector has taken over its partitions, and joins the group again (P4)', async () => {
    const { graph, organization, feed, lag, caughtUp } = installation
    const log = longLog(EVENTS, 4)
    await feed(log)
    const zombie = await installation.start()
    await until('some progress', async () => (await lag()) < EVENTS)
    await zombie.suspend()
    expect(await lag()).to.be.greaterThan(0)
    const heir = await installation.start()
    await until('the takeover', () => heir.lines('partition claimed').length >= PARTITIONS)
    await caughtUp()
    const before = await graphLines(graph, organization)
    expect(comparable(await projected(graph, organization))).to.deep.equal(comparable(modelOf(organization, log)))

    const joins = zombie.lines('joined the consumer group').length
    zombie.signal('SIGCONT')
    await until('the refusal', () => zombie.lines('batch failed, will retry').length > 0)
    await until('its return', () => zombie.lines('joined the consumer group').length > joins)
    expectSame(before, await graphLines(graph, organization))
    expect((await counted(zombie)) + (await counted(heir))).to.equal(EVENTS)

    for (const one of [zombie, heir]) await one.untilReady()
    const more = Array.from({ length: 100 }, (_, index) => supplierOf(`late-${index}`, 1))
    await feed(more)
    await caughtUp()
    const expected = comparable(modelOf(organization, [...log, ...more]))
    expect(comparable(await projected(graph, organization))).to.deep.equal(expected)
    expect(await installation.deadReasons()).to.deep.equal([])
  })
})
