import { expect } from 'chai'
import { listPublications } from '../../cypher/ingest/read-ingest.ts'
import { bomPartition } from '../../domain/events/bom-partition.ts'
import { headerText } from '../../kafka/records.ts'
import { OPEN } from '../../schemas/stored/bom.ts'
import { freshSnapshotId, publication, styleData } from '../support/bom/bom-events.ts'
import { recordOf, type SourceEvent, supplierOf, timeOf } from '../support/events/source-event.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { readDocuments, readLinks, readNodes } from '../support/graph/stored-nodes.ts'
import { trippingGraph, trips } from '../support/graph/tripping-graph.ts'
import { type Installation, openInstallation, register } from '../support/processes/projector.ts'
import type { ProjectorHere } from '../support/processes/projector-here.ts'
import { until } from '../support/until.ts'

const PARTITION = 4
const ROUNDS = 10

type Poison = { reason: string | null; key: string; value: string | null; headers?: Record<string, string> }

describe('events that cannot be processed', () => {
  let installation: Installation
  let projector: ProjectorHere
  let other: string

  before(async () => {
    installation = await openInstallation()
    other = freshOrganization()
    await register(installation.graph, other)
    projector = await installation.startHere({ LOG_LEVEL: 'debug' }, trippingGraph)
    await projector.untilReady()
  })
  after(() => installation.close())

  /** Twenty kinds of odd events; the reason is null for those that are applied. */
  function poisonOf(organization: string, id: string): Poison[] {
    const sound = recordOf(organization, supplierOf(id, 1))
    const changed = (fields: object) => ({
      key: sound.key,
      value: JSON.stringify({ ...JSON.parse(sound.value), ...fields }),
    })
    const named = (name: string) => recordOf(organization, supplierOf(id, 1, name))
    const record = (kind: SourceEvent['kind'], recordId: string, data: object) =>
      recordOf(organization, { kind, recordId, version: 1, time: timeOf(1), data: { ...data } })
    const material = (percent: string) => ({
      materialNumber: `MT-${id}`,
      name: 'Poplin',
      lifecycleState: 'approved',
      composition: [
        { fibre: 'cotton', percent },
        { fibre: 'elastane', percent: '2.5' },
      ],
    })
    const field = (name: string) => ({ kind: 'factory', fields: [{ name, sourceField: name, value: 'x' }] })
    return [
      { reason: 'malformed', key: sound.key, value: '{"a' },
      { reason: 'malformed', key: sound.key, value: '[]' },
      { reason: 'malformed', key: sound.key, value: 'null' },
      { reason: 'malformed', ...changed({ time: 'soon' }) },
      { reason: 'malformed', ...changed({ source: '__proto__' }) },
      { reason: 'malformed', key: sound.key, value: `${'['.repeat(5000)}${']'.repeat(5000)}` },
      { reason: 'malformed', ...changed({ padding: 'x'.repeat(950_000) }) },
      { reason: 'unknown_type', ...changed({ type: 'constructor' }) },
      { reason: 'invalid_data', ...changed({ data: { supplierCode: 'V', lifecycleState: 'toString' } }) },
      { reason: 'invalid_data', ...record('material', `c1-${id}`, material('97,5')) },
      { reason: 'invalid_data', ...record('material', `c2-${id}`, material('1e2')) },
      { reason: 'invalid_data', ...record('material', `c3-${id}`, material('60/40')) },
      { reason: 'key_mismatch', key: `${sound.key}x`, value: sound.value },
      { reason: null, ...record('source_record', `item:f1-${id}`, field('constructor')) },
      { reason: null, ...record('source_record', `item:f2-${id}`, field('__proto__')) },
      { reason: null, ...record('source_record', `item:f3-${id}`, field('toString')) },
      { reason: 'unprocessable', ...named(`${trips.ours} ${id}`) },
      { reason: 'unprocessable', ...named(`${trips.type} ${id}`) },
      { reason: 'unprocessable', ...named(`${trips.size} ${id}`) },
      {
        reason: 'unprocessable',
        ...record('source_record', `item:${trips.ours}-${id}`, { kind: 'material', fields: [] }),
      },
    ]
  }

  it('are rejected with their reason, 200 of twenty kinds, and stop no other event', async () => {
    const { organization, graph } = installation
    const poison = Array.from({ length: ROUNDS }, (_, round) => poisonOf(organization, `R-${round}`)).flat()
    expect(poison).to.have.length(200)
    const good = poison.map((_, at) => supplierOf(`good-${at}`, 1))
    const records = poison.flatMap((bad, at) => {
      const after = good[at]
      return after ? [bad, recordOf(other, after)] : [bad]
    })
    await installation.send(
      records.map((one) => ({ partition: PARTITION, ...one })),
      { timeoutMs: 120_000 },
    )
    await installation.caughtUp()

    expect(await readDocuments(graph, 'Entity:Listed', { tenantKey: other })).to.have.length(good.length)
    const wanted = poison.flatMap(({ reason }, at) => (reason === null ? [] : [{ reason, offset: 2 * at }]))
    const ofTopic = { tenantKey: organization, topic: installation.topic }
    expect(await readNodes(graph, 'DeadLetter', ofTopic, ['offset', 'reason'])).to.deep.equal(wanted)
    const deadLetters = await installation.deadLetters()
    expect(
      deadLetters.map(({ headers }) => Number(headerText(headers, 'dlq.offset'))).sort((a, b) => a - b),
    ).to.deep.equal(wanted.map(({ offset }) => offset))
    expect(projector.unreadyBecause()).to.equal(null)
    expect(projector.lines('partition stopped')).to.deep.equal([])
    expect(projector.lines('batch failed, will retry')).to.deep.equal([])
  })

  it('are counted, and logged in one line each that contains nothing of their payload', async () => {
    const unprocessable = 4 * ROUNDS
    const lines = projector.lines('event is unprocessable')
    expect(lines).to.have.length(unprocessable)
    const { organization, topic } = installation
    expect(lines[0]).to.deep.include({ level: 50, topic, partition: PARTITION, organization, error: 'Unforeseen' })
    expect(projector.output()).to.not.match(/TripsOurs|TripsType|TripsSize/)
    const samples = await projector.metrics()
    expect(samples.get('tda_projector_dead_letters_total{reason="unprocessable"}')).to.equal(unprocessable)
    const details = new Set((await installation.deadReasons()).filter((reason) => reason.startsWith('unprocessable')))
    expect([...details].sort()).to.have.length(3)
    for (const detail of details)
      expect(detail)
        .to.match(/\((Unforeseen|GraphError Neo\.[\w.]+)\)/)
        .and.not.contain('Trips')
  })

  it('are dead letters for operators only if storing them for their organization fails too', async () => {
    const { organization, send } = installation
    const bad = recordOf(organization, supplierOf(trips.owner, 1))
    await send([
      { partition: PARTITION, ...bad },
      { partition: PARTITION, ...recordOf(other, supplierOf('behind-owner', 1)) },
    ])
    await installation.caughtUp()
    const letter = (await installation.deadLetters()).find(({ key }) => key?.toString() === bad.key)
    expect(letter && headerText(letter.headers, 'dlq.reason')).to.equal('unprocessable')
  })

  describe('of publications', () => {
    const statuses = async (organization: string) => {
      const rows = await installation.graph.read(listPublications, organization, {
        before: Number.MAX_SAFE_INTEGER,
        limit: 100,
      })
      return rows.map(({ snapshotId, status, reason }) => [snapshotId, status, reason?.split(':')[0] ?? null])
    }
    const sameBomPartition = async () => {
      const { partitions } = installation.topics.bom
      for (;;) {
        const found = freshOrganization()
        if (bomPartition(found, partitions) !== bomPartition(installation.organization, partitions)) continue
        await register(installation.graph, found)
        return found
      }
    }
    const lines = [{ ref: 'L-1', yields: { 'QM-1-S': '1.20' } }]

    for (const [what, trip] of [
      ['style', trips.ours],
      ['start', trips.ours],
    ] as const) {
      it(`fail only their publication, which can be sent again, if a ${what} event fails`, async () => {
        const { organization, topics } = installation
        const neighbour = await sameBomPartition()
        const [broken, next] = [freshSnapshotId(), freshSnapshotId()]
        const events = publication(organization, { 'QM-1': lines, 'QM-2': lines }, { snapshotId: broken })
        const at = what === 'start' ? 0 : 1
        const bad = events[at]
        if (!bad) throw new Error('a publication has events')
        const data: object =
          what === 'start'
            ? { ...(bad.data as object), sourceRunId: trip }
            : { ...(bad.data as object), ...styleData(trip, lines) }
        events[at] = { ...bad, data }
        const bom = topics.bom.name
        const theirs = publication(neighbour, { 'QM-9': lines })
        const ours = [...events, ...publication(organization, { 'QM-1': lines }, { snapshotId: next })]
        const sent = ours.map((event) => ({ topic: bom, key: organization, value: JSON.stringify(event) }))
        const beside = theirs.map((event) => ({ topic: bom, key: neighbour, value: JSON.stringify(event) }))
        await installation.send([...sent, ...beside])
        await installation.caughtUp()
        const wanted = what === 'start' ? [] : [[broken, 'failed', 'unprocessable']]
        expect((await statuses(organization)).slice(0, 1 + wanted.length)).to.deep.equal([
          [next, 'completed', null],
          ...wanted,
        ])
        expect((await statuses(neighbour)).map(([, status]) => status)).to.deep.equal(['completed'])
        const reasons = (await installation.deadLetters())
          .filter(({ value }) => value?.toString().includes(broken))
          .map(({ headers }) => headerText(headers, 'dlq.reason'))
        // Events behind the failure are one dead letter. Those of a publication that was never started are one each.
        const behind = what === 'start' ? events.length - 1 : 1
        expect(reasons).to.deep.equal(['unprocessable', ...Array.from({ length: behind }, () => 'no_open_publication')])
      })
    }

    it('that fail after their publication was written leave nothing that the next publication conflicts with', async () => {
      const { organization, graph } = installation
      const ids = [freshSnapshotId(), freshSnapshotId(), freshSnapshotId()]
      const yields = ['2.1', '2.2', '2.3']
      const events = ids.flatMap((snapshotId, at) => {
        const changed = { 'QM-1': [{ ref: 'L-1', yields: { 'QM-1-S': yields[at] ?? '' } }] }
        const [started, ...others] = publication(organization, changed, { snapshotId })
        if (!started) throw new Error('a publication begins')
        const data = { ...(started.data as object), ...(at === 1 ? { sourceRunId: trips.late } : {}) }
        return [{ ...started, data }, ...others]
      })
      await installation.publish(events)
      await installation.caughtUp()
      expect((await statuses(organization)).slice(0, 3)).to.deep.equal([
        [ids[2], 'completed', null],
        [ids[1], 'failed', 'unprocessable'],
        [ids[0], 'completed', null],
      ])
      const links = (await readLinks(graph, organization, 'USES_MATERIAL')).filter(({ toSeq }) => toSeq === OPEN)
      expect(links.map(({ doc }) => JSON.parse(String(doc)).properties.netYield)).to.deep.equal(['2.3'])
    })
  })

  describe('because of their statement instead of their values', () => {
    it('stop their partition', async () => {
      const { organization, send, offsets } = installation
      const before = (await offsets()).get(5)?.next ?? 0
      await send([{ partition: 5, ...recordOf(organization, supplierOf('1', 2, trips.syntax)) }])
      await until('the stop', () => projector.lines('partition stopped').length > 0)
      expect(projector.lines('partition stopped')[0]).to.include({ partition: 5, reason: 'refused' })
      expect((await offsets()).get(5)?.next ?? 0).to.equal(before)
    })
  })
})
