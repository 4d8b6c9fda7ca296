import { expect } from 'chai'
import { listIngestRejections } from '../../api/operations/ingest/list-ingest-rejections.ts'
import { createOrganizationMutex } from '../../projector/partitions/organization-mutex.ts'
import { createHousekeeping } from '../../projector/publications/housekeeping.ts'
import type { IngestRejection } from '../../schemas/ingest/rejections.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { supplierOf } from '../support/events/source-event.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { countNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { mistakesOf, type SentRecord } from '../support/ingest/rejected-log.ts'
import { quiet } from '../support/processes/kafka.ts'
import { type Installation, openInstallation, register } from '../support/processes/projector.ts'

const DAY_MS = 86_400_000
/** In days from now. The latest is 30 minutes ahead, because brokers reject timestamps more than an hour ahead. */
const timestamps = [-40, 1 / 48, 0, -55, -2, -31] as const
const ROUNDS = timestamps.length

describe('listIngestRejections', () => {
  const now = Date.now()
  let installation: Installation
  let theirs: string
  /** All sent events with their partition and offset. The expected lists are computed from these. */
  let sent: (SentRecord & { partition: number; offset: number })[]
  /** The time of each rejection by partition and offset, taken from the complete lists. */
  const rejectedAt = new Map<string, string>()
  const positionOf = ({ partition, offset }: { partition: number; offset: number }) => `${partition}/${offset}`

  before(async () => {
    installation = await openInstallation()
    theirs = freshOrganization()
    await register(installation.graph, theirs)
    // Producers set timestamps: these are out of order, some in the future, some older than rejections are kept.
    const records = Array.from({ length: ROUNDS }, (_, round) =>
      [installation.organization, theirs].flatMap((key) =>
        mistakesOf(key, `R-${round}`, now + (timestamps[round] ?? 0) * DAY_MS),
      ),
    ).flat()
    const next = new Map<number, number>()
    sent = records.map((record, at) => {
      const partition = at % 3
      const offset = next.get(partition) ?? 0
      next.set(partition, offset + 1)
      return { ...record, partition, offset }
    })
    const rows = sent.map(({ record, partition }) => ({ headers: {}, ...record, partition }))
    await installation.startHere()
    const half = Math.floor(rows.length / 2)
    for (const some of [rows.slice(0, half), rows.slice(half)]) {
      await installation.send(some)
      await installation.caughtUp()
    }
    await installation.feed([supplierOf('applied', 1)])
    await installation.caughtUp()
    for (const organization of [installation.organization, theirs])
      for (const row of await read(organization)) rejectedAt.set(positionOf(row), row.rejectedAt)
  })
  after(() => installation.close())

  const context = (organization: string, time = now) => ({
    ...contextFor(installation.graph, organization, ['ingest:read']),
    now: () => new Date(time),
  })
  const read = (organization: string, filters: object = {}, limits = [1000], time = now) =>
    walk(listIngestRejections, { ...filters }, context(organization, time), limits)
  const shown = ({ detail, faults, ...row }: IngestRejection) => ({ ...row, paths: faults.map(({ path }) => path) })

  /** The expected rejections of an organization, the latest first, then by partition and offset. */
  function ledger(organization: string) {
    const own = sent.filter((one) => one.organization === organization)
    const place = (one: (typeof sent)[number]) =>
      [Date.parse(rejectedAt.get(positionOf(one)) ?? ''), one.partition, one.offset] as const
    const newestFirst = own.sort((a, b) => {
      const [one, other] = [place(a), place(b)]
      const at = one.findIndex((value, index) => value !== other[index])
      return (other[at] ?? 0) - (one[at] ?? 0)
    })
    return newestFirst.map(({ record, expected, partition, offset }) => ({
      ...expected,
      key: record.key,
      topic: installation.topic,
      partition,
      offset,
      count: 1,
      at: new Date(record.timestamp).toISOString(),
      rejectedAt: rejectedAt.get(positionOf({ partition, offset })) ?? '',
    }))
  }

  it('returns the rejections of the organization, newest first, for any limit', async () => {
    for (const organization of [installation.organization, theirs]) {
      const expected = ledger(organization)
      expect(expected).to.have.length(7 * ROUNDS)
      for (const limits of [[1000], [1], [7, 2]]) {
        expect((await read(organization, {}, limits)).map(shown)).to.deep.equal(expected)
      }
    }
  })

  it('returns the time of the rejection, not of the event, and keeps the order of each partition', () => {
    const all = ledger(installation.organization)
    for (const row of all) expect(Date.parse(row.rejectedAt)).to.be.within(now, Date.now())
    expect(new Set(all.map((row) => row.at)).size).to.equal(ROUNDS)
    for (const partition of [0, 1, 2]) {
      const offsets = all.filter((row) => row.partition === partition).map(({ offset }) => offset)
      expect(offsets).to.deep.equal(offsets.toSorted((a, b) => b - a))
    }
  })

  it('describes the errors, and contains no value of the event', async () => {
    const [one] = await read(installation.organization, { reason: 'invalid_data' })
    expect(one?.detail).to.match(/^name: is required and .+; tier: must be .+/)
    expect(one?.faults.map(({ path, detail }) => `${path}: ${detail}`).join('; ')).to.equal(one?.detail)
    expect(JSON.stringify(await read(installation.organization)))
      .to.not.contain('V-1')
      .and.not.contain('Mill')
  })

  it('filters by reason, type, source, and time, and by all combinations', async () => {
    const { organization } = installation
    const all = ledger(organization)
    const reasons = [undefined, 'malformed', 'invalid_data', 'no_open_publication']
    const types = [undefined, 'tenantdata.supplier.upserted.v1', 'supplier.moved']
    const sources = [undefined, '/plm/main', '/erp/second', '/wms/main']
    const [middle] = all.slice(Math.floor(all.length / 2))
    const times = [undefined, middle?.rejectedAt, '2999-01-01T00:00:00+02:00']
    let some = 0
    for (const reason of reasons)
      for (const type of types)
        for (const source of sources)
          for (const since of times) {
            const filters = { reason, type, source, since }
            const expected = all.filter(
              (row) =>
                row.reason === (reason ?? row.reason) &&
                row.type === (type ?? row.type) &&
                row.source === (source ?? row.source) &&
                Date.parse(row.rejectedAt) >= Date.parse(since ?? row.rejectedAt),
            )
            some += expected.length > 0 ? 1 : 0
            expect((await read(organization, filters, [5])).map(shown), JSON.stringify(filters)).to.deep.equal(expected)
          }
    expect(some).to.be.above(20)
  })

  it('filters by subject and event ID, exactly, together with all other filters', async () => {
    const { organization } = installation
    const all = ledger(organization)
    const names = ['subject', 'eventId', 'reason', 'type', 'source'] as const
    const [one] = all.filter(({ eventId, source, subject }) => eventId !== null && source !== null && subject !== 'R-1')
    const [other] = all.filter(
      ({ eventId, reason, subject }) => eventId && reason === 'unknown_type' && subject === 'R-1',
    )
    // Each filter is absent, has the value of one event, or has that of another.
    let some = 0
    for (let choice = 0; choice < 3 ** names.length; choice += 1) {
      const values = names.map(
        (name, at) => [name, [undefined, one, other][Math.floor(choice / 3 ** at) % 3]?.[name]] as const,
      )
      const filters = Object.fromEntries(values)
      const expected = all.filter((row) => values.every(([name, value]) => value === undefined || row[name] === value))
      some += expected.length > 0 ? 1 : 0
      expect((await read(organization, filters, [3])).map(shown), JSON.stringify(filters)).to.deep.equal(expected)
    }
    expect(some).to.be.within(60, 200)
    expect(await read(organization, { subject: 'R-' })).to.deep.equal([])
    const theirOwn = ledger(theirs).filter(({ subject }) => subject === 'R-1')
    expect((await read(theirs, { subject: 'R-1' })).map(shown)).to.deep.equal(theirOwn)
  })

  it('requires its scope, and a cursor of the same organization and filters', async () => {
    const own = context(installation.organization)
    expect(await codeOf(listIngestRejections, {}, contextFor(installation.graph, theirs))).to.equal(
      'insufficient_scope',
    )
    const { links } = await call(listIngestRejections, { limit: 1 }, own)
    expect(await codeOf(listIngestRejections, { limit: 1, cursor: links.next }, context(theirs))).to.equal(
      'invalid_cursor',
    )
    expect(await codeOf(listIngestRejections, { reason: 'malformed', cursor: links.next }, own)).to.equal(
      'invalid_cursor',
    )
    for (const invalid of [
      ...[{ reason: 'none' }, { source: 'plm' }, { since: 'yesterday' }, { organization: theirs }],
      ...[{ subject: '' }, { eventId: 'x'.repeat(256) }],
    ])
      expect(await codeOf(listIngestRejections, invalid, own)).to.equal('invalid_request')
  })

  it('returns the same rejections after the topic is replayed', async () => {
    const before = await read(installation.organization)
    const { graph, organization } = installation
    await updateNodes(graph, 'DeadLetter', { tenantKey: organization }, { detail: '' })
    await installation.setBack()
    await installation.feed([supplierOf('again', 1)])
    await installation.caughtUp()
    expect(await read(installation.organization)).to.deep.equal(before)
  })

  /** Runs housekeeping once, with the given time as its clock. */
  async function keepAt(time: number, keptDeadLetters?: number): Promise<void> {
    const { graph, connection, topics, organization } = installation
    const producer = connection.createProducer()
    const housekeeping = createHousekeeping({
      graph,
      producer,
      snapshotsTopic: topics.snapshots.name,
      retentionDays: 400,
      changesRetentionDays: 30,
      everyMs: 3_600_000,
      bomPartitions: topics.bom.partitions,
      hasPartition: () => false,
      mutexOf: createOrganizationMutex(),
      log: quiet,
      now: () => new Date(time),
      ...(keptDeadLetters === undefined ? {} : { keptDeadLetters }),
    })
    await housekeeping.afterEnd(organization)
    await housekeeping.stop()
    await producer.disconnect()
  }
  const count = () => countNodes(installation.graph, 'DeadLetter', { tenantKey: installation.organization })

  it('keeps only the newest rejections of each organization, up to the limit', async () => {
    const { organization } = installation
    const all = ledger(organization)
    await keepAt(now, 1000)
    expect(await count()).to.equal(all.length)
    await keepAt(now, 30)
    expect((await read(organization)).map(shown)).to.deep.equal(all.slice(0, 30))
    expect(await read(theirs)).to.have.length(all.length)
  })

  it('deletes rejections after 30 days, and does not return older ones even before that', async () => {
    const { organization } = installation
    const all = ledger(organization).slice(0, 30)
    const [last] = all
    const end = Date.parse(last?.rejectedAt ?? '') + 30 * DAY_MS
    const young = all.filter((row) => row.rejectedAt === last?.rejectedAt)
    expect((await read(organization, {}, [1000], end)).map(shown)).to.deep.equal(young)
    expect(await read(organization, {}, [1000], end + 1)).to.deep.equal([])
    expect(await count()).to.equal(30)
    await keepAt(end)
    expect(await count()).to.equal(young.length)
    await keepAt(end + 1)
    expect(await count()).to.equal(0)
  })

  it('does not return deleted rejections as new when a rebuild replays their events', async () => {
    const { graph, groupId, organization } = installation
    await updateNodes(graph, 'Offset', { groupId }, { rebuiltTo: 1_000_000 })
    await installation.setBack()
    await installation.feed([supplierOf('rebuilt', 1)])
    await installation.caughtUp()
    const shownNow = await read(organization, {}, [1000], Date.now())
    const recent = sent.filter(
      ({ record, organization: own }) => own === organization && record.timestamp >= now - 30 * DAY_MS,
    )
    expect(shownNow.map(positionOf).sort()).to.deep.equal(recent.map(positionOf).sort())
    for (const row of shownNow)
      expect(Date.parse(row.rejectedAt)).to.be.at.most(Math.min(Date.parse(row.at), Date.now()))
  })
})
