import { expect } from 'chai'
import type { StoredSourceRecord } from '../../schemas/stored/source-record.ts'
import { recordOf, type SourceEvent, timeOf } from '../support/events/source-event.ts'
import { countNodes, readDocuments, readNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { reconciled } from '../support/materials/reconciled.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import type { ProjectorHere } from '../support/processes/projector-here.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000

describe('a projector of connected data', () => {
  let installation: Installation
  let projector: ProjectorHere
  const now = Date.now()
  const sent = now + 4
  const marker = 'hunter2zqjx'

  const item = (recordId: string, data: object, version = 1): SourceEvent => ({
    kind: 'source_record',
    system: 'erp',
    recordId,
    version,
    time: timeOf(version),
    data: { kind: 'material', ...data },
  })
  const ofOrganization = () => ({ tenantKey: installation.organization })
  const deadLetters = async () => {
    const fields = [
      'offset',
      'recordType',
      'recordId',
      'reason',
      'at',
      'detail',
      'system',
      'instance',
      'partition',
    ] as const
    const all = await readNodes(installation.graph, 'DeadLetter', ofOrganization(), fields)
    return all.filter(({ recordId }) => recordId !== null)
  }

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
      { ...wrong, partition: 3, timestamp: sent },
      { ...recordOf('unregistered', item('item_master:I-5', {})), partition: 3 },
    ])
    projector = await installation.startHere()
    await projector.untilReady()
    await installation.caughtUp()
  })
  after(() => installation.close())

  it('stores the time at which Kafka received each event', async () => {
    const { graph } = installation
    const [record] = await readDocuments<StoredSourceRecord>(graph, 'SourceRecord', ofOrganization())
    expect(record?.summary.ingestedAt).to.equal(new Date(now + 1).toISOString())
    expect(await readNodes(graph, 'Applied', ofOrganization(), ['at', 'partition'])).to.deep.equal([
      { at: new Date(now + 1).toISOString(), partition: 3 },
    ])
  })

  it('stores rejected source records as dead letters without their payload', async () => {
    const found = await deadLetters()
    const common = { system: 'erp', instance: 'main', partition: 3 }
    const invalid = { reason: 'invalid_data' }
    const at = (time: number) => new Date(time).toISOString()
    expect(found.map(({ detail, ...letter }) => letter)).to.deep.equal([
      { ...common, ...invalid, recordType: 'item_master', recordId: 'I-1', at: at(now), offset: 0 },
      { ...common, ...invalid, recordType: '', recordId: 'I-2', at: at(now + 2), offset: 2 },
      { ...common, reason: 'malformed', recordType: 'item_master', recordId: 'I-4', at: at(sent), offset: 4 },
    ])
    expect(found[0]?.detail).to.match(/raw: must have at most 65536 bytes of JSON/)
    expect(found[1]?.detail).to.equal(
      'subject: must be {recordType}:{recordId}, with a record type such as item_master',
    )
    expect(JSON.stringify(found)).to.not.contain(marker)
    expect(await installation.deadReasons()).to.have.length(5)
    expect(await countNodes(installation.graph, 'DeadLetter', { tenantKey: 'unregistered' })).to.equal(0)
  })

  it('logs rejected events with their reason and their organization', () => {
    const { organization, topic } = installation
    const logged = projector.lines('dead letters').flatMap(({ deadLetters: kinds, ...line }) => {
      expect(line).to.include({ level: 40, topic, partition: 3 })
      const own = kinds as { reason: string; organization: string; count: number; offsets: number[] }[]
      expect(own.reduce((sum, { count }) => sum + count, 0)).to.equal(line.count)
      for (const { count, offsets } of own) expect(offsets).to.have.length(count)
      return own.flatMap(({ reason, organization: whose, offsets }) => offsets.map((at) => [at, reason, whose]))
    })
    // One line or several, depending on how Kafka delivered the batches.
    expect(logged.sort(([a], [b]) => Number(a) - Number(b))).to.deep.equal([
      [0, 'invalid_data', organization],
      [2, 'invalid_data', organization],
      [3, 'invalid_data', organization],
      [4, 'malformed', organization],
      [5, 'unknown_organization', 'unregistered'],
    ])
    expect(projector.output()).to.not.contain(marker).and.not.contain('I-4')
  })

  it('logs how many exceptions were opened and resolved', async () => {
    const position = (onHand: string, version: number): SourceEvent => ({
      kind: 'position',
      system: 'wms',
      recordId: 'p-1',
      version,
      time: timeOf(version),
      data: {
        material: { kind: 'item', value: 'I-9' },
        factory: { kind: 'facility_id', value: 'FA-9' },
        asOf: timeOf(version),
        uom: 'MTR',
        onHand,
      },
    })
    const open = () => countNodes(installation.graph, 'PositionException', { ...ofOrganization(), status: 'open' })
    const loggedCounts = () => {
      const lines = projector.lines('exceptions changed')
      for (const line of lines) expect(line).to.include({ level: 30, organization: installation.organization })
      const sum = (name: string) => lines.reduce((total, line) => total + Number(line[name]), 0)
      return { opened: sum('opened'), resolved: sum('resolved') }
    }
    await installation.feed([position('-1', 1)])
    await installation.caughtUp()
    await reconciled(installation.graph, installation.organization)
    const first = await open()
    expect(first).to.be.greaterThan(0)
    await until('the line', () => loggedCounts().opened >= first)
    expect(loggedCounts()).to.deep.equal({ opened: first, resolved: 0 })
    await installation.feed([position('1', 2)])
    await installation.caughtUp()
    await reconciled(installation.graph, installation.organization)
    const left = await open()
    expect(left).to.be.lessThan(first)
    await until('the line', () => loggedCounts().resolved > 0)
    expect(loggedCounts()).to.deep.equal({ opened: first, resolved: first - left })
  })

  it('logs every line in the format of all processes', () => {
    const lines = projector.output().split('\n').filter(Boolean)
    for (const text of lines) {
      const line = JSON.parse(text)
      expect(line, text).to.include({ process: 'projector' }).and.to.include.keys('level', 'msg')
      expect(line.time, text).to.match(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
    }
  })

  it('stores the same dead letters when the topic is replayed', async () => {
    const before = await deadLetters()
    await updateNodes(installation.graph, 'DeadLetter', ofOrganization(), { detail: '' })
    await installation.setBack()
    await until('the log was read again', async () => (await deadLetters())[1]?.detail !== '')
    await installation.caughtUp()
    expect(await deadLetters()).to.deep.equal(before)
  })

  it('deletes dead letters 30 days after they were rejected, whatever the timestamps of their records', async () => {
    const { organization, send, graph } = installation
    for (const name of ['old', 'new'])
      await send([{ ...recordOf(organization, item(name, {})), timestamp: now - 40 * DAY_MS, partition: 3 }])
    await installation.caughtUp()
    const kept = (await deadLetters()).map(({ recordId }) => recordId)
    expect(kept).to.include.members(['old', 'new'])
    const past = new Date(now - 30 * DAY_MS - 60_000).toISOString()
    const old = { ...ofOrganization(), recordId: 'old' }
    const [kept30Days] = await readNodes(graph, 'DeadLetter', old, ['sortKey'])
    const sortKey = past + String(kept30Days?.sortKey).slice(past.length)
    await updateNodes(graph, 'DeadLetter', old, { rejectedAt: past, sortKey })
    // Housekeeping processes one organization after the other, and other tests have left some hundreds of them.
    const isGone = async () => !(await deadLetters()).some(({ recordId }) => recordId === 'old')
    await until('the old one is gone', isGone, 120_000)
    expect((await deadLetters()).map(({ recordId }) => recordId)).to.deep.equal(kept.filter((name) => name !== 'old'))
  })

  it('stores its lag, and when it was measured', async () => {
    const { groupId, graph } = installation
    const group = async () =>
      (await readNodes(graph, 'ProjectorGroup', { groupId }, ['lagSeconds', 'lagMeasuredAt']))[0]
    const since = new Date().toISOString()
    await until('a measurement', async () => String((await group())?.lagMeasuredAt ?? '') > since)
    expect((await group())?.lagSeconds).to.equal(0)
  })
})
