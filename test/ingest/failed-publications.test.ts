import { expect } from 'chai'
import { getIngestReceipt } from '../../api/operations/ingest/get-ingest-receipt.ts'
import { listIngestPublications } from '../../api/operations/ingest/list-ingest-publications.ts'
import { listIngestRejections } from '../../api/operations/ingest/list-ingest-rejections.ts'
import { listIngestSources } from '../../api/operations/ingest/list-ingest-sources.ts'
import { bomPartition } from '../../domain/events/bom-partition.ts'
import { createOrganizationMutex } from '../../projector/partitions/organization-mutex.ts'
import { createHousekeeping } from '../../projector/publications/housekeeping.ts'
import type { IngestFault } from '../../schemas/ingest/faults.ts'
import type { IngestPublication } from '../../schemas/ingest/publications.ts'
import type { Envelope } from '../../schemas/records/record-events.ts'
import { call, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { bomEvent, freshSnapshotId, publication, styleData, type TestBom } from '../support/bom/bom-events.ts'
import { countNodes, deleteNodes } from '../support/graph/stored-nodes.ts'
import { quiet } from '../support/processes/kafka.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import type { ProjectorHere } from '../support/processes/projector-here.ts'
import { documents, tda } from '../support/processes/tda.ts'

const STYLES = 10
const bom: TestBom = Object.fromEntries(
  Array.from({ length: STYLES }, (_, at) => {
    const [number, sku] = [`QM-${at + 1}`, `QM-${at + 1}-M`]
    return [
      number,
      [
        { ref: 'L-1', yields: { [sku]: '1.2' } },
        { ref: 'L-2', yields: { [sku]: '4' } },
      ],
    ]
  }),
)

type Style = ReturnType<typeof styleData>

/** Changes the data of the style event at a position. */
function change(events: readonly Envelope[], at: number, make: (style: Style, lines: Style['lines']) => void): void {
  const style = events[at]?.data as Style
  make(style, style.lines)
}

describe('a BOM publication with bad styles', () => {
  let installation: Installation
  let projector: ProjectorHere
  const snapshotId = freshSnapshotId()
  const now = new Date()
  let events: Envelope[]
  /** Everything that organizations read of it, to compare it later. */
  let read: Awaited<ReturnType<typeof readAll>>

  before(async () => {
    installation = await openInstallation()
    events = publication(installation.organization, bom, { snapshotId })
    change(events, 3, (_, [, line]) => Object.assign(line ?? {}, { uom: 'ELL' }))
    change(events, 6, ({ skus }) => skus.splice(0))
    change(events, 9, (_, [line]) => line?.yields.push(...line.yields))
    // A batch ends between the first event that is counted and the others, and so does the life of a projector.
    const batches = [events.slice(0, 5), events.slice(5, 9), events.slice(9)]
    for (const batch of batches) {
      projector = await installation.startHere()
      await installation.publish(batch)
      await installation.caughtUp()
      if (batch !== batches.at(-1)) await projector.stop()
    }
    read = await readAll()
  })
  after(() => installation.close())

  const context = () => ({
    ...contextFor(installation.graph, installation.organization, ['ingest:read']),
    now: () => now,
    readOffset: async () => ({ next: Number.MAX_SAFE_INTEGER, appliedAt: null }),
  })
  const rejections = (filters: object = {}) => walk(listIngestRejections, { ...filters }, context(), [1000])
  const receipt = async (offset: number) => {
    const { organization, topics } = installation
    const partition = bomPartition(organization, topics.bom.partitions)
    const { data } = await call(getIngestReceipt, { topic: topics.bom.name, partition, offset }, context())
    return [offset, data.state, data.reason]
  }
  const readAll = async () => ({
    publications: await walk(listIngestPublications, {}, context(), [1000]),
    rejections: await rejections(),
    sources: await walk(listIngestSources, {}, context(), [1000]),
    receipts: await Promise.all(events.map((_, offset) => receipt(offset))),
  })
  const newest = async (): Promise<IngestPublication> => {
    const { data } = await call(listIngestPublications, { limit: 1 }, context())
    const [first] = data
    if (!first) throw new Error('there is no publication')
    return first
  }
  const names = ({ path, styleNumber, line, sku, eventId, source }: IngestFault) =>
    [path, styleNumber, line, sku, eventId, source].map((value) => value ?? '-').join(' ')

  it('names the style and the line of the first fault, and lists the faults of all its styles', async () => {
    const failed = await newest()
    expect(failed).to.include({ snapshotId, state: 'failed', reason: 'invalid_data', faultCount: 4 })
    expect(failed.detail).to.match(/^style QM-3, line L-2: lines\.1\.uom: must be one of /)
    expect(failed.faults.map(names)).to.deep.equal([
      `lines.1.uom QM-3 L-2 - ${events[3]?.id} /plm/main`,
      `lines.0.yields.0 QM-6 L-1 QM-6-M ${events[6]?.id} /plm/main`,
      `lines.1.yields.0 QM-6 L-2 QM-6-M ${events[6]?.id} /plm/main`,
      `lines.0.yields.1 QM-9 L-1 QM-9-M ${events[9]?.id} /plm/main`,
    ])
  })

  it('has one dead letter for the first bad style, and one for all events that follow', async () => {
    const deadLetters = (await installation.deadLetters()).map(({ headers }) => [
      Number(headers['dlq.offset']),
      String(headers['dlq.reason']),
      String(headers['dlq.detail']),
    ])
    expect(deadLetters.map(([offset, reason]) => [offset, reason])).to.deep.equal([
      [3, 'publication_failed'],
      [4, 'no_open_publication'],
    ])
    expect(deadLetters[0]?.[2]).to.match(/^invalid_data: style QM-3, line L-2: lines\.1\.uom: must be one of /)
    expect(deadLetters[1]?.[2]).to.match(
      new RegExp(
        `^snapshot ${snapshotId} is not open: its publication failed \\(invalid_data: style QM-3, line L-2: .+\\). ` +
          'Later events of this snapshot are counted with this one$',
      ),
    )
    expect(
      (await rejections()).map(({ offset, reason, count, eventId, faults }) => [
        ...[offset, reason, count, eventId, faults.map(names)],
      ]),
    ).to.deep.equal([
      [4, 'no_open_publication', STYLES - 2, events[4]?.id, []],
      [3, 'publication_failed', 1, events[3]?.id, [`lines.1.uom QM-3 L-2 - ${events[3]?.id} /plm/main`]],
    ])
  })

  it('counts each rejected event by source and in the metrics, and returns its receipt', async () => {
    expect(read.receipts).to.deep.equal([
      ...[0, 1, 2].map((offset) => [offset, 'processed', null]),
      [3, 'rejected', 'publication_failed'],
      ...[4, 5, 6, 7, 8, 9, 10, 11].map((offset) => [offset, 'rejected', 'no_open_publication']),
    ])
    const [source] = await walk(listIngestSources, {}, context(), [10])
    expect(source).to.include({ source: '/plm/main', applied: 3, stale: 0, rejected: STYLES - 1 })
    const metrics = await projector.metrics()
    expect(metrics.get('tda_projector_records_total{outcome="dead"}')).to.equal(3)
    expect(metrics.get('tda_projector_dead_letters_total{reason="no_open_publication"}')).to.equal(3)
  })

  it('is found by its snapshot ID and by the ID of an event', async () => {
    const offsets = async (filters: object) => (await rejections(filters)).map(({ offset }) => offset)
    expect(await offsets({ subject: snapshotId })).to.deep.equal([4, 3])
    expect(await offsets({ eventId: events[3]?.id })).to.deep.equal([3])
    expect(await offsets({ eventId: events[5]?.id })).to.deep.equal([])
    const { settings, organization } = installation
    const listed = async (...args: string[]) => documents(await tda(settings, ['--json', ...args]))
    const deadLetters = await listed('dlq', 'list', '--subject', snapshotId)
    expect(deadLetters.map(({ offset }) => offset).sort()).to.deep.equal([3, 4])
    const own = await listed('dlq', 'list', '--event-id', events[4]?.id ?? '')
    expect(own.map(({ offset, eventId }) => [offset, eventId])).to.deep.equal([[4, events[4]?.id]])
    const [one] = await listed('publications', '--organization', organization)
    expect(one).to.deep.include({ faultCount: 4, faults: (await newest()).faults })
    const faults = await tda(settings, ['publications', '--organization', organization, '--faults'])
    expect(faults.stdout.trimEnd().split('\n')).to.have.length(5)
    expect(faults.stdout).to.match(/^\S+ +\S+ +QM-6 +L-1 +QM-6-M +lines\.0\.yields\.0 +the SKU is not among /m)
  })

  it('is the same after a rebuild, and after its events are read again', async () => {
    const { graph, organization, setBack, caughtUp, startHere } = installation
    await projector.stop()
    await deleteNodes(graph, 'Projected', { tenantKey: organization })
    await setBack()
    projector = await startHere()
    await caughtUp()
    expect(await readAll()).to.deep.equal(read)
    await projector.stop()
    await setBack()
    projector = await startHere()
    await caughtUp()
    expect(await readAll()).to.deep.equal(read)
  })

  it('is superseded by a new attempt, whose own failure is counted on its own', async () => {
    const { organization, publish, caughtUp } = installation
    const again = publication(organization, bom)
    change(again, 1, (_, [line]) => Object.assign(line ?? {}, { uom: 'ELL' }))
    // An event of the first attempt arrives after the second one has started.
    const more = bomEvent(organization, 'style', snapshotId, styleData('QM-11', bom['QM-1'] ?? []))
    const good = publication(organization, bom)
    await publish([...again, ...good.slice(0, 3), more, ...good.slice(3)])
    await caughtUp()
    const rows = await rejections()
    expect(rows.map(({ subject, reason, count }) => [subject, reason, count])).to.deep.equal([
      [again[0]?.subject, 'no_open_publication', STYLES],
      [again[0]?.subject, 'publication_failed', 1],
      [snapshotId, 'no_open_publication', STYLES - 1],
      [snapshotId, 'publication_failed', 1],
    ])
    expect(await newest()).to.include({ snapshotId: good[0]?.subject, state: 'completed', faultCount: 0 })
    const first = events.length + again.length
    const states = await Promise.all(good.map((_, at) => receipt(first + at)))
    expect(states.filter(([, state]) => state === 'rejected').map(([offset]) => offset)).to.deep.equal([first + 3])
  })

  it('lists at most 100 faults with the number of all', async () => {
    const { organization, publish, caughtUp } = installation
    const many = publication(organization, bom)
    const missing = Array.from({ length: 60 }, (_, at) => ({ sku: `N-${at}`, netYield: '1', wastagePercent: '5' }))
    for (const at of [2, 4, 6]) change(many, at, (_, [line]) => Object.assign(line ?? {}, { yields: missing }))
    await publish(many)
    await caughtUp()
    const failed = await newest()
    expect(failed.faultCount).to.equal(180)
    expect(failed.faults.map(({ styleNumber, sku }) => `${styleNumber} ${sku}`)).to.deep.equal([
      ...missing.map(({ sku }) => `QM-2 ${sku}`),
      ...missing.slice(0, 40).map(({ sku }) => `QM-4 ${sku}`),
    ])
  })

  it('names every style that is incomplete or contradicts itself, and every wrong count', async () => {
    const { organization, publish, caughtUp } = installation
    const part = (number: string, sku: string, part: number, ref = 'L-1') =>
      bomEvent(organization, 'style', parts, {
        ...styleData(number, [{ ref, yields: { [sku]: '1' } }]),
        part,
        parts: 2,
      })
    const parts = freshSnapshotId()
    const [started, completed] = publication(organization, {}, { snapshotId: parts })
    const lone = part('QM-1', 'QM-1-S', 1)
    const twice = [part('QM-2', 'QM-2-S', 1), part('QM-2', 'QM-2-S', 2)]
    await publish(
      [started, lone, ...twice, part('QM-3', 'QM-3-S', 1), part('QM-3', 'QM-3-M', 2), completed].flatMap(
        (event) => event ?? [],
      ),
    )
    await caughtUp()
    const incomplete = await newest()
    expect(incomplete.faults.map(names).sort()).to.deep.equal([
      `part QM-1 - - ${lone.id} /plm/main`,
      `skus QM-2 - QM-2-S ${incomplete.faults.find(({ path }) => path === 'skus')?.eventId} /plm/main`,
    ])
    expect(twice.map(({ id }) => id)).to.include(incomplete.faults.find(({ path }) => path === 'skus')?.eventId)
    expect(incomplete.faults.find(({ path }) => path === 'part')?.detail).to.equal('style QM-1: received 1 of 2 parts')

    const wrong = publication(organization, { 'QM-1': bom['QM-1'] ?? [] }, { claim: { skuCount: 2, rowCount: 9 } })
    await publish(wrong)
    await caughtUp()
    const { faults, detail } = await newest()
    expect(detail).to.equal('skuCount is 2, but 1 came; rowCount is 9, but 2 came')
    expect(faults.map((fault) => [names(fault), fault.detail])).to.deep.equal([
      [`skuCount - - - ${wrong[2]?.id} /plm/main`, 'is 2, but 1 came'],
      [`rowCount - - - ${wrong[2]?.id} /plm/main`, 'is 9, but 2 came'],
    ])
    const [letter] = await rejections({ subject: wrong[0]?.subject })
    expect(letter?.faults).to.deep.equal(faults)
  })

  it('keeps the receipts of counted events as long as their dead letter', async () => {
    const { graph, connection, topics, organization } = installation
    const counted = () => countNodes(graph, 'CountedEvents', { tenantKey: organization })
    const producer = connection.createProducer()
    const keep = async (keptDeadLetters: number) => {
      const housekeeping = createHousekeeping({
        ...{ graph, producer, log: quiet, keptDeadLetters, mutexOf: createOrganizationMutex() },
        ...{ snapshotsTopic: topics.snapshots.name, retentionDays: 400, changesRetentionDays: 30 },
        ...{ everyMs: 3_600_000, bomPartitions: topics.bom.partitions, hasPartition: () => false },
        now: () => new Date(),
      })
      await housekeeping.afterEnd(organization)
      await housekeeping.stop()
    }
    const before = await counted()
    expect(before).to.be.above(2)
    await keep(1000)
    expect(await counted()).to.equal(before)
    expect(await receipt(11)).to.deep.equal([11, 'rejected', 'no_open_publication'])
    await keep(1)
    await producer.disconnect()
    expect(await counted()).to.equal(0)
    expect(await receipt(11)).to.deep.equal([11, 'processed', null])
  })
})
