import { expect } from 'chai'
import { type Installation, openInstallation } from '../support/projector.ts'
import { supplierOf } from '../support/source-event.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

describe('the process of a projector', () => {
  let installation: Installation

  before(async () => {
    installation = await openInstallation()
  })
  after(() => installation.close())

  it('ends with an error when its consumer cannot go on (P13)', async () => {
    const projector = await installation.start({ KAFKA_SESSION_TIMEOUT_MS: '100' })
    expect(await projector.ended).to.equal(1)
    expect(projector.lines('the consumer ended')).to.have.length(1)
  })

  it('says in one line which setting is wrong or missing, and ends (P13)', async () => {
    const wrong = await installation.start({ KAFKA_SESSION_TIMEOUT_MS: 'soon' })
    expect(await wrong.ended).to.equal(1)
    expect(wrong.output()).to.match(/^The environment is not valid:\n {2}KAFKA_SESSION_TIMEOUT_MS: .+\n$/)
    const missing = await installation.start({ NEO4J_URI: '' })
    expect(await missing.ended).to.equal(1)
    expect(missing.output()).to.match(/^NEO4J_URI is not set: .+\n$/)
  })

  it('waits for servers that are not there yet, alive and not ready, and stops when told to (P13)', async () => {
    const silent = await startTcpProxy()
    const projector = await installation.start({ NEO4J_URI: `bolt://127.0.0.1:${silent.port}` })
    expect(await projector.readyz()).to.deep.equal({ status: 503, text: 'starting\n' })
    expect(projector.isRunning()).to.equal(true)
    projector.signal('SIGTERM')
    expect(await projector.ended).to.equal(0)
    silent.close()
  })

  it('measures each of its partitions (P30)', async () => {
    const { feed, caughtUp, topic } = installation
    const projector = await installation.start()
    const events = Array.from({ length: 120 }, (_, index) => supplierOf(String(index), 1))
    await feed(events)
    await caughtUp()
    await projector.untilReady()
    const samples = await projector.metrics()
    const partitions = Array.from({ length: 12 }, (_, partition) => `{topic="${topic}",partition="${partition}"}`)
    expect(partitions.map((labels) => samples.get(`tda_projector_lag_records${labels}`))).to.deep.equal(
      Array(12).fill(0),
    )
    for (const labels of partitions) {
      const lastApplied = samples.get(`tda_projector_last_applied_timestamp_seconds${labels}`) ?? 0
      expect(lastApplied, labels).to.be.closeTo(Date.now() / 1000, 60)
    }
    expect(samples.get('tda_projector_records_total{outcome="applied"}')).to.equal(120)
    expect(samples.get('tda_projector_batch_records_sum')).to.equal(120)
    expect(samples.get('tda_projector_batch_bytes_sum')).to.be.greaterThan(120 * 200)
    expect(samples.get('tda_projector_batch_seconds_count')).to.equal(samples.get('tda_projector_batch_records_count'))
    expect(samples.get('tda_projector_fenced_total')).to.equal(0)
  })
})
