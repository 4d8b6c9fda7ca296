import { expect } from 'chai'
import { modelOf } from '../../support/events/model.ts'
import { longLog } from '../../support/events/random-events.ts'
import type { SourceEvent } from '../../support/events/source-event.ts'
import { comparable, projected } from '../../support/graph/projected.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import type { ProjectorProcess } from '../../support/processes/projector-process.ts'
import { until } from '../../support/until.ts'

/** 12 of the topic of records and 12 of the topic of publications. */
const PARTITIONS = 24

describe('projectors that share the partitions', () => {
  const fed: SourceEvent[] = []
  let installation: Installation

  before(async () => {
    installation = await openInstallation()
  })
  after(() => installation.close())

  async function feed(length: number): Promise<void> {
    const log = longLog(length, fed.length + 1, 5).map((event) => ({ ...event, version: event.version + fed.length }))
    fed.push(...log)
    await installation.feed(log)
  }

  const share = (projector: ProjectorProcess) => projector.lines('joined the consumer group').at(-1)?.partitions

  /** Feeds until each of the projectors has the given number of partitions. */
  async function feedUntil(wanted: number, projectors: ProjectorProcess[]): Promise<void> {
    const isShared = async () => {
      await feed(100)
      return projectors.every((one) => share(one) === wanted)
    }
    await until(`${wanted} partitions each`, isShared)
    await feed(500)
  }

  it('lose and duplicate no event when they become three and then one again under load (P1, P8)', async () => {
    const first = await installation.start()
    await feedUntil(PARTITIONS, [first])
    const second = await installation.start()
    await feedUntil(PARTITIONS / 2, [first, second])
    const third = await installation.start()
    await feedUntil(PARTITIONS / 3, [first, second, third])
    for (const [one, left] of [
      [first, 2],
      [third, 1],
    ] as const) {
      one.signal('SIGTERM')
      await feedUntil(PARTITIONS / left, left === 2 ? [second, third] : [second])
      expect(await one.ended).to.equal(0)
    }
    const { graph, organization } = installation
    await installation.caughtUp()
    expect(comparable(await projected(graph, organization))).to.deep.equal(comparable(modelOf(organization, fed)))
    expect(await installation.deadReasons()).to.deep.equal([])
    for (const one of [first, second, third]) {
      expect(one.lines('partition stopped')).to.deep.equal([])
      expect(one.lines('projector stopped').length).to.equal(one === second ? 0 : 1)
    }
  })
})
