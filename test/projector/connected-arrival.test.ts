import { expect } from 'chai'
import { type Installation, openInstallation } from '../support/projector.ts'
import { recordOf, type SourceEvent, timeOf } from '../support/source-event.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000

describe('connected data as it arrives', () => {
  let installation: Installation
  const now = Date.now()
  const marker = 'hunter2zqjx'

  const item = (recordId: string, data: object, version = 1): SourceEvent => ({
    ...{ kind: 'source_record', system: 'erp', recordId, version, time: timeOf(version) },
    data: { kind: 'material', ...data },
  })
  const rows = async (text: string) =>
    (await installation.graph.execute(text, { organization: installation.organization })).map((row) => ({ ...row }))
  const letters = () =>
    rows(`MATCH (l:RecordLetter {tenantKey: $organization})
          RETURN l.recordType AS recordType, l.recordId AS recordId, l.reason AS reason, l.at AS at, l.detail AS detail,
            l.system AS system, l.instance AS instance, l.partition AS partition, l.offset AS offset
          ORDER BY l.offset`)

  before(async () => {
    installation = await openInstallation({ HOUSEKEEPING_MS: '300' })
    const { organization, send } = installation
    const at = (event: SourceEvent, timestamp: number) => ({
      ...recordOf(organization, event),
      timestamp,
      partition: 3,
    })
    const wrong = { ...recordOf(organization, item('item_master:I-4', {})), value: `{"${marker}"` }
    await send([
      at(item('item_master:I-1', { raw: 'x'.repeat(70_000), fields: [{ name: marker, value: 1 }] }), now),
      at(item('item_master:I-1', { raw: { a: 1 } }, 2), now + 1),
      at(item('I-2', { raw: { token: marker } }), now + 2),
      at({ ...item('item_master:I-3', {}), kind: 'supplier', data: { name: marker } }, now + 3),
      { ...wrong, partition: 3 },
      { ...recordOf('unregistered', item('item_master:I-5', {})), partition: 3 },
    ])
    const projector = await installation.start()
    await projector.untilReady()
    await installation.caughtUp()
  })
  after(() => installation.close())

  it('says when each change reached the log', async () => {
    const [record] = await rows('MATCH (s:SourceRecord {tenantKey: $organization}) RETURN s.doc AS doc')
    expect(JSON.parse(String(record?.doc)).summary.ingestedAt).to.equal(new Date(now + 1).toISOString())
    expect(
      await rows('MATCH (a:Applied {tenantKey: $organization}) RETURN a.at AS at, a.partition AS partition'),
    ).to.deep.equal([{ at: new Date(now + 1).toISOString(), partition: 3 }])
  })

  it('remembers source records that were put aside, without what they said', async () => {
    const found = await letters()
    const common = { reason: 'invalid_data', system: 'erp', instance: 'main', partition: 3 }
    expect(found.map(({ detail, ...letter }) => letter)).to.deep.equal([
      { ...common, recordType: 'item_master', recordId: 'I-1', at: new Date(now).toISOString(), offset: 0 },
      { ...common, recordType: '', recordId: 'I-2', at: new Date(now + 2).toISOString(), offset: 2 },
    ])
    expect(found[0]?.detail).to.match(/raw: must have at most 65536 bytes of JSON/)
    expect(found[1]?.detail).to.equal('subject: must be {recordType}:{recordId}, the type like item_master')
    expect(JSON.stringify(found)).to.not.contain(marker)
    expect(await installation.deadReasons()).to.have.length(5)
    expect(await rows("MATCH (l:RecordLetter {tenantKey: 'unregistered'}) RETURN l.id AS id")).to.deep.equal([])
  })

  it('writes the same notes of dead letters when it reads the log again', async () => {
    const before = await letters()
    await rows('MATCH (l:RecordLetter {tenantKey: $organization}) SET l.detail = "" RETURN l.id AS id')
    await installation.setBack()
    await until('the log was read again', async () => (await letters())[1]?.detail !== '')
    await installation.caughtUp()
    expect(await letters()).to.deep.equal(before)
  })

  it('forgets dead letters after 30 days', async () => {
    const { organization, send } = installation
    for (const [name, age] of [
      ['old', 30 * DAY_MS + 60_000],
      ['new', 29 * DAY_MS],
    ] as const) {
      await send([{ ...recordOf(organization, item(name, {})), timestamp: now - age, partition: 3 }])
    }
    await installation.caughtUp()
    // Housekeeping looks after one organization after the other, and other tests have left some hundreds.
    const isGone = async () => !(await letters()).some(({ recordId }) => recordId === 'old')
    await until('the old one is gone', isGone, 120_000)
    expect((await letters()).map(({ recordId }) => recordId)).to.deep.equal(['I-1', 'I-2', 'new'])
  })

  it('says how far the projectors are behind', async () => {
    const { groupId, graph } = installation
    const group = async () =>
      (
        await graph.execute(
          'MATCH (g:ProjectorGroup {groupId: $groupId}) RETURN g.lagSeconds AS lag, g.lagMeasuredAt AS at',
          { groupId },
        )
      )[0]
    const since = new Date().toISOString()
    await until('a measurement', async () => String((await group())?.at ?? '') > since)
    expect((await group())?.lag).to.equal(0)
  })
})
