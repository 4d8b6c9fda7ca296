import { expect } from 'chai'
import { type Compression, compressionTypes } from '../../kafka/codecs.ts'
import { modelOf } from '../support/model.ts'
import { comparable, projected } from '../support/projected.ts'
import { type Installation, openInstallation } from '../support/projector.ts'
import type { ProjectorProcess } from '../support/projector-process.ts'
import { sendRubbish } from '../support/send-rubbish.ts'
import { recordOf, supplierOf } from '../support/source-event.ts'
import { until } from '../support/until.ts'

const codecs = Object.keys(compressionTypes) as Compression[]

describe('packed events', () => {
  let installation: Installation
  let projector: ProjectorProcess

  before(async () => {
    installation = await openInstallation()
    projector = await installation.start()
  })
  after(() => installation.close())

  it(`of each codec (${codecs.join(', ')}) reach the graph (P14)`, async () => {
    const { graph, organization, feed } = installation
    const logs = codecs.map((compression) =>
      Array.from({ length: 50 }, (_, index) => supplierOf(`${compression}-${index}`, 1)),
    )
    for (const [index, compression] of codecs.entries()) await feed(logs[index] ?? [], { compression })
    await installation.caughtUp()
    const expected = comparable(modelOf(organization, logs.flat()))
    expect(comparable(await projected(graph, organization))).to.deep.equal(expected)
  })

  it('that cannot be unpacked stop their partition alone, loudly, and not the process (P14)', async () => {
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
    expect(await projector.readyz()).to.deep.include({ status: 503 })
    expect((await projector.metrics()).get('tda_projector_stopped_partitions{reason="undecodable"}')).to.equal(1)
    expect(projector.isRunning()).to.equal(true)
    expect(await installation.deadReasons()).to.deep.equal([])
  })
})
