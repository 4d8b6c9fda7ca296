import { expect } from 'chai'
import { compressions } from '../../kafka/producer.ts'
import { modelOf } from '../support/events/model.ts'
import { sendRubbish } from '../support/events/send-rubbish.ts'
import { recordOf, supplierOf } from '../support/events/source-event.ts'
import { comparable, projected } from '../support/graph/projected.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import type { ProjectorHere } from '../support/processes/projector-here.ts'
import { until } from '../support/until.ts'

describe('compressed events', () => {
  let installation: Installation
  let projector: ProjectorHere

  before(async () => {
    installation = await openInstallation()
    projector = await installation.startHere()
  })
  after(() => installation.close())

  it(`of each codec (${compressions.join(', ')}) reach the graph`, async () => {
    const { graph, organization, feed } = installation
    const logs = compressions.map((compression) =>
      Array.from({ length: 50 }, (_, index) => supplierOf(`${compression}-${index}`, 1)),
    )
    for (const [index, compression] of compressions.entries()) await feed(logs[index] ?? [], { compression })
    await installation.caughtUp()
    const expected = comparable(modelOf(organization, logs.flat()))
    expect(comparable(await projected(graph, organization))).to.deep.equal(expected)
  })

  it('that cannot be decompressed stop only their partition, with a log line, a metric, and a reason in readiness', async () => {
    const { organization, send, offsets } = installation
    const before = await offsets()
    const next = async (partition: number) =>
      ((await offsets()).get(partition)?.next ?? 0) - (before.get(partition)?.next ?? 0)
    const record = (partition: number, recordId: string) => ({
      partition,
      ...recordOf(organization, supplierOf(recordId, 1)),
    })
    await send([record(6, 'whole')])
    await sendRubbish(() => send([record(6, 'broken')], { compression: 'lz4' }))
    await send([record(6, 'behind'), record(7, 'beside')])
    const stopped = () => projector.lines('partition stopped')
    await until('the report', () => stopped().length > 0)
    await until('the other partition', async () => (await next(7)) === 1)
    expect(await next(6)).to.equal(1)
    expect(stopped()).to.have.length(1)
    expect(stopped()[0]).to.include({ partition: 6, reason: 'undecodable', level: 50 })
    expect(projector.unreadyBecause()).to.match(/ stopped \(undecodable\): /)
    expect((await projector.metrics()).get('tda_projector_stopped_partitions{reason="undecodable"}')).to.equal(1)
    expect(projector.crash()).to.equal(null)
    expect(await installation.deadReasons()).to.deep.equal([])
  })
})
