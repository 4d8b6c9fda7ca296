import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { modelOf } from '../support/events/model.ts'
import { recordOf, supplierOf } from '../support/events/source-event.ts'
import { comparable, projected } from '../support/graph/projected.ts'
import { limitRecords } from '../support/processes/kafka.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import type { ProjectorHere } from '../support/processes/projector-here.ts'
import { until } from '../support/until.ts'

const RECORDS = 10_000
const KEYS = 500
const PARTITIONS = 12

describe('one malformed record', () => {
  const log = Array.from({ length: RECORDS - 1 }, (_, index) =>
    supplierOf(String(index % KEYS), 1 + Math.floor(index / KEYS)),
  )
  let installation: Installation
  let projector: ProjectorHere

  before(async () => {
    installation = await openInstallation()
    const { organization } = installation
    const records = log.map((event) => recordOf(organization, event))
    const poison = { key: records[0]?.key ?? '', value: 'poison', headers: { trace: 'abc' } }
    await installation.send(records.toSpliced(RECORDS / 2, 0, poison))
    projector = await installation.startHere()
    await installation.caughtUp()
  })
  after(() => installation.close())

  const sample = async (name: string) => (await projector.metrics()).get(name)

  it('among 10,000 is rejected alone, and the others are applied in order', async () => {
    const { graph, organization } = installation
    const deadLetters = await installation.deadLetters()
    expect(deadLetters.map(({ value }) => value?.toString())).to.deep.equal(['poison'])
    expect(deadLetters[0]?.headers.trace?.toString()).to.equal('abc')
    expect(comparable(await projected(graph, organization))).to.deep.equal(comparable(modelOf(organization, log)))
    // If the order were not kept, some records would be stale.
    expect(await sample('tda_projector_records_total{outcome="applied"}')).to.equal(RECORDS - 1)
    expect(await sample('tda_projector_records_total{outcome="stale"}')).to.equal(0)
  })

  it('splits its batch at most once, so that a partition needs at most two transactions', async () => {
    expect(await sample('tda_projector_batch_records_count')).to.be.within(PARTITIONS, 2 * PARTITIONS)
  })

  it('blocks its partition until its dead letter can be published, while other partitions continue', async () => {
    const { send, offsets, organization, connection, topics } = installation
    const before = await offsets()
    const next = async (partition: number) => (await offsets()).get(partition)?.next ?? 0
    const start = (partition: number) => before.get(partition)?.next ?? 0
    const good = (recordId: string) => recordOf(organization, supplierOf(recordId, 1))
    const poison = { key: 'poison', value: randomBytes(20_000).toString('base64') }
    await limitRecords(connection, topics.dlq.name, 100)
    await send([
      { partition: 3, ...good('before') },
      { partition: 3, ...poison },
      { partition: 3, ...good('behind') },
    ])
    const refusals = () => projector.lines('batch failed, will retry').filter(({ partition }) => partition === 3)
    await until('two tries', () => refusals().length >= 2)
    await send([{ partition: 4, ...good('beside') }])
    await until('the other partition', async () => (await next(4)) === start(4) + 1)
    expect(await next(3)).to.equal(start(3))
    expect(projector.unreadyBecause()).to.match(/records\.v1\/3 is retrying: Kafka confirmed 0 of 1 records/)
    // The lag is measured periodically, so the other partition may still have one for a moment.
    await until('the lag of that partition alone', async () => {
      const lag = [...(await projector.metrics())].filter(
        ([name]) => name.startsWith('tda_projector_lag_records') && name.includes(installation.topic),
      )
      expect(lag).to.have.length(PARTITIONS)
      const behind = lag.filter(([, records]) => records > 0)
      return JSON.stringify(behind.map(([name, records]) => [/"(\d+)"/.exec(name)?.[1], records])) === '[["3",3]]'
    })

    await limitRecords(connection, topics.dlq.name, 2 * 2 ** 20)
    await installation.caughtUp()
    await projector.untilReady()
    expect(await next(3)).to.equal(start(3) + 3)
    const deadLetters = await installation.deadLetters()
    expect(deadLetters.filter(({ value }) => value?.toString() === poison.value)).to.have.length(1)
  })
})
