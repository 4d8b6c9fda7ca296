import { expect } from 'chai'
import { listIngestSources } from '../../api/operations/ingest/list-ingest-sources.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { bomEvent, freshSnapshotId, publication } from '../support/bom/bom-events.ts'
import { recordOf, type SourceEvent, supplierOf, timeOf } from '../support/events/source-event.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { type Installation, openInstallation, register } from '../support/processes/projector.ts'

const RECORDS = 40
/** A time after every event of these tests. */
const NOW = new Date('2026-10-01T00:00:00.500Z')

describe('listIngestSources', () => {
  let installation: Installation
  let theirs: string
  const upserted = 'tenantdata.supplier.upserted.v1'

  before(async () => {
    installation = await openInstallation()
    const { organization, send, publish, startHere, caughtUp } = installation
    theirs = freshOrganization()
    await register(installation.graph, theirs)
    const eventOf = (system: string, recordId: string, version: number): SourceEvent => ({
      ...supplierOf(recordId, version),
      system,
    })
    const events = Array.from({ length: RECORDS }, (_, at) => [
      eventOf('plm', `${at}`, 2),
      // The same event again, an older version, and for every fourth record a newer version.
      eventOf('plm', `${at}`, 2),
      eventOf('plm', `${at}`, 1),
      ...(at % 4 === 0 ? [eventOf('plm', `${at}`, 3 + at)] : []),
      eventOf('erp', `${at}`, 1),
    ]).flat()
    await send(events.map((event) => recordOf(organization, event)))
    await send([{ ...recordOf(organization, eventOf('erp', '1', 9)), value: '{' }])
    await send([{ ...recordOf(organization, eventOf('wms', '1', 9)), value: '{' }])
    const deletion = recordOf(organization, eventOf('erp', '1', 5))
    await send([{ key: deletion.key, value: null, headers: { ce_sourceversion: '5', ce_time: timeOf(5) } }])
    await send([recordOf(theirs, eventOf('plm', 'only', 1))])
    const [started, ...others] = publication(organization, { 'QM-1': [{ ref: 'L-1', yields: { 'QM-1-S': '1' } }] })
    if (!started) throw new Error('a publication begins')
    // The repeated event counts as stale. An event that belongs to no open publication is rejected.
    await publish([started, started, ...others, bomEvent(organization, 'aborted', freshSnapshotId(), { reason: null })])
    await startHere()
    await caughtUp()
  })
  after(() => installation.close())

  const context = (organization: string) => ({
    ...contextFor(installation.graph, organization, ['ingest:read']),
    now: () => NOW,
  })
  const counts = (rows: { source: string; applied: number; stale: number; rejected: number }[]) =>
    rows.map(({ source, applied, stale, rejected }) => ({ source, applied, stale, rejected }))
  const expected = [
    { source: '/erp/main', applied: RECORDS + 1, stale: 0, rejected: 1 },
    { source: '/plm/main', applied: RECORDS + RECORDS / 4 + 3, stale: 2 * RECORDS + 1, rejected: 1 },
    { source: '/wms/main', applied: 0, stale: 0, rejected: 1 },
  ]

  it('returns the counts of applied, stale, and rejected events by source, for any limit', async () => {
    for (const limits of [[1000], [1], [2]])
      expect(counts(await walk(listIngestSources, {}, context(installation.organization), limits))).to.deep.equal(
        expected,
      )
    expect(counts(await walk(listIngestSources, {}, context(theirs), [1000]))).to.deep.equal([
      { source: '/plm/main', applied: 1, stale: 0, rejected: 0 },
    ])
  })

  it('returns the event types, the time of the newest applied event, and the lag', async () => {
    const { data, meta } = await call(listIngestSources, {}, context(installation.organization))
    const [erp, plm, wms] = data
    expect(erp?.types).to.deep.equal(['tenantdata.supplier.deleted.v1', upserted])
    expect(plm?.types).to.deep.equal([
      ...['completed', 'started', 'style'].map((action) => `tenantdata.bom.${action}.v1`),
      upserted,
    ])
    expect(erp?.lastEventAt).to.equal(timeOf(5))
    expect(erp?.lagSeconds).to.equal(Math.ceil((NOW.getTime() - Date.parse(timeOf(5))) / 1000))
    expect(plm?.lastEventAt).to.equal('2026-09-14T02:10:00.000Z')
    expect(Date.parse(plm?.lastAppliedAt ?? '')).to.be.closeTo(Date.now(), 600_000)
    expect(wms).to.deep.include({ types: [], lastEventAt: null, lastAppliedAt: null, lagSeconds: null })
    expect(meta.evaluatedAt).to.equal(NOW.toISOString())
    expect(meta.projector.lastAppliedAt).to.equal(plm?.lastAppliedAt)
  })

  it('counts no event twice when the topic is replayed', async () => {
    const { organization, setBack, feed, caughtUp } = installation
    await setBack()
    await feed([supplierOf('after', 1)])
    await caughtUp()
    const again = expected.map((row) => (row.source === '/plm/main' ? { ...row, applied: row.applied + 1 } : row))
    expect(counts(await walk(listIngestSources, {}, context(organization), [1000]))).to.deep.equal(again)
  })

  it('requires its scope, and a cursor of the same organization', async () => {
    const { graph, organization } = installation
    expect(await codeOf(listIngestSources, {}, contextFor(graph, organization))).to.equal('insufficient_scope')
    const { links } = await call(listIngestSources, { limit: 1 }, context(organization))
    expect(await codeOf(listIngestSources, { cursor: links.next }, context(theirs))).to.equal('invalid_cursor')
    expect(await codeOf(listIngestSources, { system: 'plm' }, context(organization))).to.equal('invalid_request')
  })
})
