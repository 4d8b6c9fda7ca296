import { expect } from 'chai'
import { listPublications } from '../../cypher/ingest/read-ingest.ts'
import { OPEN } from '../../schemas/stored/bom.ts'
import { bomEvent, freshSnapshotId, publication, styleData, type TestBom } from '../support/bom/bom-events.ts'
import { smallGraph } from '../support/graph/small-graph.ts'
import { countNodes, readNodes } from '../support/graph/stored-nodes.ts'
import { recordsOf } from '../support/processes/kafka.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import type { ProjectorHere } from '../support/processes/projector-here.ts'
import { documents, tda } from '../support/processes/tda.ts'
import { until } from '../support/until.ts'

const bom: TestBom = {
  'QM-1': [
    { ref: 'L-1', supplier: 'SUP-1', yields: { 'QM-1-S': '1.20', 'QM-1-M': '1.25' } },
    { ref: 'L-2', material: 'MT-2', yields: { 'QM-1-S': '4', 'QM-1-M': '4' } },
  ],
  'QM-2': [{ ref: 'L-1', yields: { 'QM-2-M': '0.98' } }],
}

describe('publications that are too large for one transaction', () => {
  let installation: Installation
  let refused: number[] = []
  let here: ProjectorHere
  before(async () => {
    installation = await openInstallation()
    here = await installation.startHere({}, (graph) => {
      const small = smallGraph(graph, 2)
      refused = small.refused
      return small.graph
    })
    await here.untilReady()
  })
  after(() => installation.close())

  const openVersions = (label: string) =>
    countNodes(installation.graph, label, { tenantKey: installation.organization, toSeq: OPEN })

  it('are written in parts, and so is the removal of styles', async () => {
    const { organization } = installation
    const lines = [{ ref: 'L-1', yields: { S: '1.20' } }]
    const whole = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`QM-${at}`, lines]))
    await installation.publish(publication(organization, whole))
    await installation.caughtUp()
    expect(await openVersions('BomStyle')).to.equal(9)
    expect(await openVersions('BomLine')).to.equal(9)
    expect(refused).to.deep.equal([9, 5, 3])

    await installation.publish(publication(organization, { 'QM-0': lines }))
    await installation.caughtUp()
    expect(await openVersions('BomStyle')).to.equal(1)
    expect(refused).to.deep.equal([9, 5, 3, 8, 4])
    const rows = await installation.graph.read(listPublications, organization, {
      before: Number.MAX_SAFE_INTEGER,
      limit: 100,
    })
    expect(rows.map(({ status }) => status)).to.deep.equal(['completed', 'completed'])
  })
})

describe('publications', () => {
  let installation: Installation
  let projector: ProjectorHere
  before(async () => {
    installation = await openInstallation({ PUBLICATION_SILENCE_MS: '3600000' })
    projector = await installation.startHere()
    await projector.untilReady()
  })
  after(() => installation.close())

  const publish = async (events: ReturnType<typeof publication>) => {
    await installation.publish(events)
    await installation.caughtUp()
  }
  const statuses = async () => {
    const rows = await installation.graph.read(listPublications, installation.organization, {
      before: Number.MAX_SAFE_INTEGER,
      limit: 100,
    })
    return rows.map(({ snapshotId, status, reason, seq }) => ({ snapshotId, status, reason, seq }))
  }
  const newest = async () => (await statuses())[0]
  const count = (label: string) => countNodes(installation.graph, label, { tenantKey: installation.organization })

  it('are completed once all events have arrived, and store versions of lines and styles', async () => {
    const { organization } = installation
    const snapshotId = freshSnapshotId()
    await publish(publication(organization, bom, { snapshotId }))
    expect(await newest()).to.deep.equal({ snapshotId, status: 'completed', reason: null, seq: 1 })
    expect(await count('BomLine')).to.equal(3)
    expect(await count('BomStyle')).to.equal(2)
    await until('the staged styles to be dropped', async () => (await count('StagedStyle')) === 0)
  })

  it('write nothing for a style that did not change', async () => {
    const { organization } = installation
    await publish(publication(organization, bom))
    expect((await newest())?.seq).to.equal(2)
    expect(await count('BomLine')).to.equal(3)
    expect(await count('BomChange')).to.equal(2)
  })

  it('write changed lines, and end the versions of lines and styles that are missing', async () => {
    const { organization } = installation
    const [first, second] = bom['QM-1'] ?? []
    if (!first || !second) throw new Error('the BOM has two lines')
    const changed = { 'QM-1': [{ ...first, yields: { ...first.yields, 'QM-1-M': '1.26' } }, second] }
    await publish(publication(organization, changed))
    expect((await newest())?.seq).to.equal(3)
    const own = { tenantKey: organization }
    const lines = await readNodes(installation.graph, 'BomLine', own, ['fromSeq', 'toSeq'])
    expect(lines).to.deep.equal([
      { fromSeq: 1, toSeq: 3 },
      { fromSeq: 1, toSeq: 3 },
      { fromSeq: 1, toSeq: 2 ** 31 - 1 },
      { fromSeq: 3, toSeq: 2 ** 31 - 1 },
    ])
  })

  it('are logged when they are completed', async () => {
    const rows = (await statuses()).reverse()
    const lines = await until('a line for each', () => {
      const found = projector.lines('publication completed')
      return found.length >= rows.length && found
    })
    expect(
      lines.map(({ level, organization, snapshotId, publicationNumber, rowCount }) => ({
        level,
        organization,
        snapshotId,
        publicationNumber,
        rowCount,
      })),
    ).to.deep.equal(
      rows.map(({ snapshotId, seq }, at) => ({
        level: 30,
        organization: installation.organization,
        snapshotId,
        publicationNumber: seq,
        rowCount: [5, 5, 4][at],
      })),
    )
  })

  it('publish one event for each completed snapshot', async () => {
    const { connection, topics, organization } = installation
    const notices = await until('the notices', async () => {
      const found = await recordsOf(connection, topics.snapshots.name)
      return found.length >= 3 && found
    })
    const events = notices.map(({ value }) => JSON.parse(String(value)))
    expect(events.map(({ type, tenantid, data }) => [type, tenantid, data.publicationNumber])).to.deep.equal(
      [1, 2, 3].map((number) => ['tenantdata.snapshot.completed.v1', organization, number]),
    )
  })

  const failures: [string, (organization: string) => ReturnType<typeof publication>, RegExp, RegExp | null][] = [
    [
      'a wrong count',
      (organization) => publication(organization, bom, { claim: { rowCount: 6 } }),
      /^wrong_counts: rowCount is 6, but 5 came$/,
      /^publication_failed: wrong_counts/,
    ],
    [
      'a wrong hash',
      (organization) => publication(organization, bom, { claim: { contentHash: `sha256sum:${'0'.repeat(64)}` } }),
      /^wrong_hash: /,
      /^publication_failed: wrong_hash/,
    ],
    [
      'a yield for a SKU that is not listed',
      (organization) => {
        const events = publication(organization, { 'QM-1': bom['QM-1'] ?? [] })
        const style = events[1]?.data as { skus: unknown[] }
        style.skus.pop()
        return events
      },
      /^invalid_data: style QM-1, line L-1, SKU QM-1-M: lines\.0\.yields\.1: the SKU is not among the skus of the event; lines\.1/,
      /^publication_failed: invalid_data/,
    ],
    [
      'an unknown unit',
      (organization) => publication(organization, { 'QM-1': [{ ref: 'L', uom: 'ELL', yields: { 'QM-1-M': '1' } }] }),
      /^invalid_data: style QM-1, line L: lines\.0\.uom/,
      /^publication_failed: invalid_data/,
    ],
    [
      'a time before the last one',
      (organization) => publication(organization, bom, { time: '2026-09-13T02:10:00.000Z' }),
      /^out_of_order: /,
      /^publication_failed: out_of_order/,
    ],
    [
      'a time in the future',
      (organization) => publication(organization, bom, { time: new Date(Date.now() + 3_600_000).toISOString() }),
      /^future_time: /,
      /^publication_failed: future_time/,
    ],
    [
      'a missing part',
      (organization) => {
        const events = publication(organization, bom)
        Object.assign(events[1]?.data as object, { part: 1, parts: 2 })
        return events
      },
      /^missing_part: style QM-1: received 1 of 2 parts$/,
      /^publication_failed: missing_part: style QM-1: /,
    ],
  ]
  for (const [cause, eventsOf, reason, letter] of failures) {
    it(`fail on ${cause}, and change nothing that readers see`, async () => {
      const lines = await count('BomLine')
      const deadLetterCount = (await installation.deadReasons()).length
      await publish(eventsOf(installation.organization))
      const failed = await newest()
      expect(failed?.status).to.equal('failed')
      expect(failed?.reason).to.match(reason)
      expect((await installation.deadReasons())[deadLetterCount]).to.match(letter ?? /^$/)
      const line = projector.lines('publication failed').at(-1)
      const { organization } = installation
      expect(line).to.deep.include({ level: 40, organization, snapshotId: failed?.snapshotId })
      expect(`${line?.reason}: ${line?.detail}`).to.equal(failed?.reason)
      expect(await count('BomLine')).to.equal(lines)
      await until('the staged styles to be dropped', async () => (await count('StagedStyle')) === 0)
      expect(await count('Snapshot')).to.equal(3)
    })
  }

  it('fail when they are aborted, and when another one starts', async () => {
    const { organization } = installation
    const [started, style] = publication(organization, bom)
    const { subject } = started ?? { subject: '' }
    await publish(
      [started, style, bomEvent(organization, 'aborted', subject, { reason: 'source job failed' })].flatMap(
        (event) => event ?? [],
      ),
    )
    expect(await newest()).to.include({ snapshotId: subject, status: 'aborted', reason: 'aborted: source job failed' })
    expect(projector.lines('publication failed').at(-1)).to.deep.include({ snapshotId: subject, reason: 'aborted' })
    expect(projector.output()).to.not.contain('source job failed')
    const abandoned = publication(organization, bom).slice(0, 2)
    const next = publication(organization, bom)
    const deadLetterCount = (await installation.deadReasons()).length
    await publish([...abandoned, ...next, ...abandoned])
    expect((await installation.deadReasons()).slice(deadLetterCount), 'repeats of a failed one').to.deep.equal([])
    const [last, before] = await statuses()
    expect(last).to.include({ status: 'completed', seq: 4 })
    expect(before?.reason).to.equal(`superseded: snapshot ${next[0]?.subject} was started`)
  })

  it('use the highest version of a style, accept its parts in any order, and ignore repeated events', async () => {
    const { organization, deadReasons } = installation
    const deadLetterCount = (await deadReasons()).length
    const snapshotId = freshSnapshotId()
    const [started, , completed] = publication(organization, { 'QM-1': bom['QM-1'] ?? [] }, { snapshotId })
    const part = (number: number, sku: string, version: string) =>
      bomEvent(
        organization,
        'style',
        snapshotId,
        { ...styleData('QM-1', [{ ref: 'L-1', yields: { [sku]: '1.5' } }]), part: number, parts: 2 },
        { sourceversion: version },
      )
    const old = bomEvent(organization, 'style', snapshotId, styleData('QM-1', bom['QM-1'] ?? []))
    const [one, two] = [part(1, 'QM-1-S', '2'), part(2, 'QM-1-M', '2')]
    const late = bomEvent(organization, 'style', snapshotId, styleData('QM-1', bom['QM-1'] ?? []))
    Object.assign(completed?.data as object, { styleCount: 1, skuCount: 2, lineCount: 1, rowCount: 2 })
    const events = [started, old, two, one, late, two, one, completed].flatMap((event) => event ?? [])
    await publish(events)
    expect(await newest()).to.include({ snapshotId, status: 'completed', seq: 5 })
    await publish(events.slice(1))
    expect((await deadReasons()).slice(deadLetterCount)).to.deep.equal([])
    expect((await newest())?.snapshotId).to.equal(snapshotId)
  })

  it('ignore a repeated event that ended them', async () => {
    const { organization, deadReasons } = installation
    const [started] = publication(organization, bom)
    if (!started) throw new Error('a publication starts')
    const aborted = bomEvent(organization, 'aborted', started.subject, { reason: null })
    const deadLetterCount = (await deadReasons()).length
    await publish([started, aborted, aborted])
    expect((await newest())?.status).to.equal('aborted')
    expect((await deadReasons()).slice(deadLetterCount)).to.deep.equal([])
  })

  it('reject events of a publication that is not open', async () => {
    const { organization, deadReasons } = installation
    const deadLetterCount = (await deadReasons()).length
    await publish([bomEvent(organization, 'style', freshSnapshotId(), styleData('QM-1', bom['QM-1'] ?? []))])
    expect((await deadReasons())[deadLetterCount]).to.match(/^no_open_publication: snapshot .* is not open$/)
  })

  it('fail when an event arrives after too long a silence, by the timestamps of Kafka', async () => {
    const { organization, topics, send } = installation
    const events = publication(organization, bom, { time: '2026-09-15T02:10:00.000Z' })
    const deadLetterCount = (await installation.deadReasons()).length
    const begun = Date.now()
    const records = events.map((event, index) => ({
      topic: topics.bom.name,
      key: organization,
      value: JSON.stringify(event),
      timestamp: begun - (index < 2 ? 3_700_000 : 0),
    }))
    await send(records)
    await installation.caughtUp()
    const failed = await newest()
    expect(failed?.reason).to.match(/^silence: /)
    // The style that arrives late is rejected with its own dead letter, and the completed event is counted with it.
    const [letter, ...others] = (await installation.deadReasons()).slice(deadLetterCount)
    expect(letter).to.match(/^no_open_publication: snapshot \S+ is not open: its publication failed \(silence: /)
    expect(others).to.deep.equal([])
    const [counted] = await readNodes(
      installation.graph,
      'DeadLetter',
      { tenantKey: organization, subject: failed?.snapshotId },
      ['count'],
    )
    expect(counted).to.deep.equal({ count: 2 })
  })

  it('are listed by tda with their counts, or with the reason why they failed', async () => {
    const { organization, settings } = installation
    const listed = documents(await tda(settings, ['publications', '--organization', organization, '--json']))
    const published = new Map(
      projector.lines('publication completed').map(({ snapshotId, styleCount, skuCount, rowCount }) => {
        return [snapshotId, { styleCount, skuCount, rowCount }]
      }),
    )
    const nothing = { styleCount: null, skuCount: null, rowCount: null }
    const rows = await statuses()
    expect(rows.map(({ status }) => status)).to.include.members(['completed', 'failed'])
    for (const { reason, faults, faultCount } of listed) {
      const isOfEvents = reason !== null && !/^(aborted|superseded|silence): /.test(reason)
      expect(faults.length > 0, reason).to.equal(isOfEvents)
      expect(faultCount, reason).to.equal(faults.length)
    }
    const shown = listed.map(
      ({ startedAt: _startedAt, endedAt: _endedAt, faults: _faults, faultCount: _count, ...one }) => one,
    )
    expect(shown).to.deep.equal(
      rows.map(({ seq, ...row }) => ({
        organization,
        ...row,
        mode: 'full_replacement',
        publicationNumber: seq,
        retiredAt: null,
        ...(published.get(row.snapshotId) ?? nothing),
      })),
    )
  })
})
