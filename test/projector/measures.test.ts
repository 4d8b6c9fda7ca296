import { expect } from 'chai'
import { supplierOf } from '../support/events/source-event.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { type Installation, openInstallation, register } from '../support/processes/projector.ts'
import { until } from '../support/until.ts'

describe('the metrics of a projector', () => {
  let installation: Installation

  before(async () => {
    installation = await openInstallation()
  })
  after(() => installation.close())

  it('report the lag, the batches, and the outcomes of each partition', async () => {
    const { feed, caughtUp, topic } = installation
    const projector = await installation.startHere()
    const events = Array.from({ length: 120 }, (_, index) => supplierOf(String(index), 1))
    await feed(events)
    await caughtUp()
    await projector.untilReady()
    const samples = await projector.metrics()
    const partitions = Array.from({ length: 12 }, (_, partition) => `{topic="${topic}",partition="${partition}"}`)
    expect(partitions.map((labels) => samples.get(`tda_projector_lag_records${labels}`))).to.deep.equal(
      Array(12).fill(0),
    )
    // The projector measures the lag every 5 s.
    await until('no lag', async () => {
      const now = await projector.metrics()
      return partitions.every((labels) => now.get(`tda_projector_lag_seconds${labels}`) === 0)
    })
    const contact = samples.get('tda_projector_broker_contact_timestamp_seconds') ?? 0
    expect(contact).to.be.closeTo(Date.now() / 1000, 60)
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

  it('count the events of each organization, accepted or rejected, only if the settings say so', async () => {
    const own = await openInstallation({ ORGANIZATION_METRICS: 'true' })
    try {
      const { organization, feedOf, send, caughtUp, graph } = own
      const other = freshOrganization()
      await register(graph, other)
      const projector = await own.startHere()
      await feedOf(organization, [supplierOf('A', 1), supplierOf('A', 1), supplierOf('B', 1)])
      await feedOf(other, [supplierOf('A', 1)])
      await send([
        { key: `${organization}/supplier/C`, value: 'not JSON' },
        { key: 'unregistered/supplier/C', value: 'not JSON' },
      ])
      await caughtUp()
      const samples = [...(await projector.metrics())].filter(([name]) => name.startsWith('tda_organization_events'))
      expect(samples).to.have.deep.members([
        [`tda_organization_events_total{organization="${organization}"}`, 4],
        [`tda_organization_events_total{organization="${other}"}`, 1],
      ])
    } finally {
      await own.close()
    }
  })
})
