import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import type { Graph, Run } from '../../cypher/connect.ts'
import { createInvalidations, deleteInvalidations } from '../../cypher/exceptions/queue.ts'
import { groupOfOrganization } from '../../cypher/system/organization-group.ts'
import { encodeInvalidation } from '../../projector/exceptions/invalidation.ts'
import { reconcileSome } from '../../projector/exceptions/reconcile-some.ts'
import type { ConnectedRecord } from '../../schemas/materials/connected-records.ts'
import type { MaterialFactoryPosition } from '../../schemas/materials/positions.ts'
import { applyEvents, applyLog, claim } from '../support/events/apply-log.ts'
import { uuidOf } from '../support/events/model.ts'
import { decoded, type SourceEvent } from '../support/events/source-event.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { expectSame, graphLines } from '../support/graph/graph-lines.ts'
import { explain } from '../support/graph/plan.ts'
import { statesOfRunning } from '../support/graph/running.ts'
import { countNodes, readDocuments, readNodes } from '../support/graph/stored-nodes.ts'
import { watchedGraph } from '../support/graph/watched-graph.ts'
import { expectSameInSteps } from '../support/materials/in-steps.ts'
import { openExceptions, openExceptionTimes } from '../support/materials/reconcile-oracle.ts'
import { at, events, gone, keptInOrder, material, position, record } from '../support/materials/reconcile-scenario.ts'
import {
  drain,
  exceptionsOf,
  invalidationsOf,
  linesOf,
  NO_GROUP,
  timedLinesOf,
} from '../support/materials/reconciled.ts'
import { markPurged, mintOrganization } from '../support/organization.ts'
import { until } from '../support/until.ts'

/** The number of random orders; `npm run test:soak` sets a higher one. */
const ORDERS = Number(process.env.ORDERS ?? 2)

describe('the reconciler', () => {
  let graph: Graph
  before(() => {
    graph = connectTestGraph()
  })
  after(() => graph.close())

  /** Applies events, and processes all their invalidations. */
  const say = async (organization: string, ...sent: SourceEvent[]) => {
    await applyLog(graph, organization, sent)
    return drain(graph, organization)
  }
  const namesOf = ({ asked }: ReturnType<typeof watchedGraph>) => asked.map(({ query }) => query.name)
  const openLines = async (organization: string) => linesOf(await exceptionsOf(graph, organization))
  const positions = (organization: string) =>
    readDocuments<MaterialFactoryPosition>(graph, 'OpenPosition', { tenantKey: organization })
  /** Connected records as lines: match state, label, and source records. */
  const shownRecords = async (organization: string): Promise<string[]> => {
    const records = await readDocuments<ConnectedRecord>(graph, 'ConnectedRecord', { tenantKey: organization })
    return records
      .map(({ match, label, sourceRecords }) => {
        const shown = sourceRecords.map(({ recordId }) => recordId).sort()
        return `${match.state} ${label}: ${shown.join(' ')}`
      })
      .sort()
  }
  const site = record('factory', 'vendor_site:FS-1', 1, [{ system: 'erp', kind: 'facility_id', value: 'FA-1' }])
  const item = (...values: string[]) =>
    values.map((value) => ({ system: 'erp', instance: 'main', kind: 'item', value }))

  /** The events except that of the ERP dataset, which invalidates everything. */
  const quiet = events.filter(({ kind }) => kind !== 'dataset')

  it('opens an exception, updates it, keeps its last values when it resolves it, and opens it again', async () => {
    const organization = freshOrganization()
    await say(organization, material('MT-1', 1, item('I-1')), site)
    const lives: [number, string][] = [
      [2, '-1'],
      [3, '-1'],
      [4, '-2'],
      [5, '1'],
      [6, '-3'],
    ]
    const seen: unknown[] = []
    for (const [version, onHand] of lives) {
      await say(organization, position('p-1', version, 'I-1', at('FA-1'), { onHand }, 'wms'))
      const [one] = [
        ...(await exceptionsOf(graph, organization)),
        ...(await exceptionsOf(graph, organization, 'resolved')),
      ]
      const day = Number(one?.firstSeenAt.slice(14, 16))
      seen.push([one?.status, one?.observed, day, Number(one?.lastSeenAt.slice(14, 16))])
    }
    expect(seen).to.deep.equal([
      ['open', '-1', 2, 2],
      ['open', '-1', 2, 3],
      ['open', '-2', 4, 4],
      ['resolved', '-2', 4, 4],
      ['open', '-3', 6, 6],
    ])
  })

  it('finds the same exceptions as the oracle without a publication, and none when everything is deleted', async () => {
    const organization = freshOrganization()
    await say(organization, ...quiet)
    expect(await openLines(organization)).to.deep.equal(openExceptions(quiet, null))
    const last = new Map(
      events.map(({ kind, system, recordId }) => [`${kind}/${system}/${recordId}`, { kind, system, recordId }]),
    )
    await say(organization, ...[...last.values()].map((one) => gone(one.kind, one.recordId, 99, one.system)))
    expect(await openLines(organization)).to.deep.equal([])
    expect(await countNodes(graph, 'ConnectedRecord', { tenantKey: organization })).to.equal(0)
  })

  it(`stores the same after each event as after the last one, in ${ORDERS} orders`, async function () {
    this.timeout(60_000 + ORDERS * 30_000)
    const organization = freshOrganization()
    const orders = fc.sample(fc.shuffledSubarray(events, { minLength: events.length }), { numRuns: ORDERS, seed: 10 })
    for (const order of orders.map(keptInOrder)) await expectSameInSteps(graph, organization, order)
  })

  it('moves positions and exceptions to the new owner of their code', async () => {
    const organization = freshOrganization()
    const sent = position('p-1', 1, 'I-X', at('FA-1'), { onHand: '-1' }, 'wms')
    await say(organization, sent)
    expect(await openLines(organization)).to.deep.equal([
      'NEGATIVE_ON_HAND I-X FA-1',
      'ORPHAN_FACTORY I-X FA-1',
      'ORPHAN_MATERIAL I-X FA-1',
    ])
    await say(organization, site)
    await say(organization, material('MT-1', 1, item('I-X')))
    expect(await openLines(organization)).to.deep.equal(['NEGATIVE_ON_HAND MT-1 FA-1'])
    await say(organization, material('MT-2', 1, item('I-X')))
    expect(await openLines(organization)).to.deep.equal(['AMBIGUOUS_MATCH I-X FA-1', 'NEGATIVE_ON_HAND I-X FA-1'])
    expect((await positions(organization)).map(({ material: { id } }) => id)).to.deep.equal([null])
    await say(organization, material('MT-1', 2, []))
    expect(await openLines(organization)).to.deep.equal(['NEGATIVE_ON_HAND MT-2 FA-1'])
    const [now] = await positions(organization)
    expect(now?.material).to.deep.include({ code: 'MT-2', label: 'MT-2 MT-2 cloth' })
    expect(now?.factory.code).to.equal('FA-1')
    await say(organization, gone('source_record', 'vendor_site:FS-1', 2, 'erp'), gone('material', 'M-MT-2', 2))
    expect(await openLines(organization), 'of the former owner of the code').to.deep.equal([
      'NEGATIVE_ON_HAND MT-1 FA-1',
      'ORPHAN_FACTORY MT-1 FA-1',
    ])
    await say(organization, gone('material', 'M-MT-1', 3))
    expect(await openLines(organization)).to.deep.equal([
      'NEGATIVE_ON_HAND I-X FA-1',
      'ORPHAN_FACTORY I-X FA-1',
      'ORPHAN_MATERIAL I-X FA-1',
    ])
  })

  it('matches a record with the material whose record ID it names, even if the material arrives later', async () => {
    const organization = freshOrganization()
    const named = { system: 'plm', instance: 'main', kind: 'record_id', value: 'M-MT-1' }
    await say(organization, record('material', 'item_master:I-1', 1, [named]))
    const owners = () => shownRecords(organization)
    expect(await owners()).to.deep.equal(['unmatched I-1: I-1'])
    await say(organization, material('MT-1', 1, []))
    expect(await owners()).to.deep.equal(['matched MT-1 MT-1 cloth: I-1'])
    await say(organization, material('MT-1', 2, [], { name: 'poplin' }))
    expect(await owners()).to.deep.equal(['matched MT-1 poplin: I-1'])
    await say(organization, gone('material', 'M-MT-1', 3))
    expect(await owners()).to.deep.equal(['unmatched I-1: I-1'])
  })

  it('matches a record that is flagged as deleted in its source like any other, in any order of arrival', async () => {
    const organization = freshOrganization()
    const deleted = (version: number, ...codes: string[]) =>
      record('material', 'item_master:I-1', version, item(...codes), 'erp', { deletedInSource: true })
    await say(organization, deleted(1, 'I-1'))
    expect(await shownRecords(organization)).to.deep.equal(['unmatched I-1: I-1'])
    await say(organization, material('MT-1', 1, item('I-1')))
    expect(await shownRecords(organization)).to.deep.equal(['matched MT-1 MT-1 cloth: I-1'])
    await say(organization, material('MT-1', 2, []), material('MT-2', 1, item('I-1')))
    expect(await shownRecords(organization)).to.deep.equal(['matched MT-2 MT-2 cloth: I-1'])
    await say(organization, deleted(2, 'I-2'), material('MT-3', 1, item('I-2')))
    expect(await shownRecords(organization)).to.deep.equal(['matched MT-3 MT-3 cloth: I-1'])
    await say(organization, record('material', 'item_master:I-1', 3, item('I-1')))
    expect(await shownRecords(organization)).to.deep.equal(['matched MT-2 MT-2 cloth: I-1'])
    await say(organization, gone('source_record', 'item_master:I-1', 4, 'erp'))
    expect(await shownRecords(organization)).to.deep.equal([])
  })

  it('moves a source record from a factory to a material if its source changes its kind', async () => {
    const organization = freshOrganization()
    const facility = [{ system: 'erp', kind: 'facility_id', value: 'FA-1' }]
    const kinds = async () => {
      const rows = await readNodes(graph, 'ConnectedRecord', { tenantKey: organization }, ['kind', 'doc'])
      return rows.map(({ kind, doc }) => {
        const shown: ConnectedRecord = JSON.parse(String(doc))
        return [kind, shown.kind, ...shown.sourceRecords.map(({ recordId }) => recordId)]
      })
    }
    const sites = ['FS-1', 'FS-2'].map((id) => record('factory', `vendor_site:${id}`, 1, facility))
    await say(organization, ...sites, record('factory', 'vendor_site:FS-3', 1, []))
    expect(await openLines(organization)).to.deep.equal(['DUPLICATE_SOURCE_RECORD FA-1'])
    await say(
      organization,
      ...['FS-1', 'FS-3'].map((id) => record('material', `vendor_site:${id}`, 2, item(`I-${id}`))),
    )
    expect((await kinds()).sort()).to.deep.equal([
      ['factory', 'factory', 'FS-2'],
      ['material', 'material', 'FS-1'],
      ['material', 'material', 'FS-3'],
    ])
    expect(await openLines(organization)).to.deep.equal([])
  })

  it('shows a deleted material by the reference that the position names', async () => {
    const organization = freshOrganization()
    const named = { system: 'plm', instance: 'main', recordId: 'M-MT-1' }
    const stock = { ...position('p-1', 1, 'I-1', at('FA-1'), { onHand: '1' }) }
    const code = async () => (await positions(organization)).map(({ material: end }) => end.code)
    await say(organization, site, { ...stock, data: { ...stock.data, material: named } })
    expect(await code()).to.deep.equal(['M-MT-1'])
    await say(organization, material('MT-1', 1, []))
    expect(await code()).to.deep.equal(['MT-1'])
    await say(organization, gone('material', 'M-MT-1', 2))
    expect(await code()).to.deep.equal(['M-MT-1'])
  })

  it('resolves no factory by a record that is flagged as deleted in its source', async () => {
    const organization = freshOrganization()
    const codes = ['site', 'facility_id'].map((kind) => ({ system: 'erp', kind, value: 'S1' }))
    const factory = (version: number, deletedInSource: boolean) =>
      codes.map((code) => record('factory', `vendor_site:FS-${code.kind}`, version, [code], 'erp', { deletedInSource }))
    const stock = codes.map((code) => position(`p-${code.kind}`, 1, 'I-1', code, { onHand: '1' }))
    const places = async () => (await positions(organization)).map((one) => one.factory.id !== null)
    await say(organization, material('MT-1', 1, item('I-1')), ...factory(1, true), ...stock)
    expect(await places()).to.deep.equal([false, false])
    await say(organization, ...factory(2, false))
    expect(await places()).to.deep.equal([true, true])
    await say(organization, ...factory(3, true))
    expect(await places()).to.deep.equal([false, false])
  })

  it('resolves open production again when its SKU moves to another style or is deleted', async () => {
    const organization = freshOrganization()
    const sku = (version: number, style: string | null): SourceEvent => ({
      kind: 'sku',
      recordId: 'K-1',
      version,
      time: '2026-03-01T00:00:00.000Z',
      data: style === null ? null : { skuCode: 'K-1', lifecycleState: 'active', style: { recordId: style } },
    })
    const requirement: SourceEvent = {
      kind: 'requirement',
      system: 'erp',
      recordId: 'r-1',
      version: 1,
      time: '2026-03-01T00:00:00.000Z',
      data: { sku: { kind: 'sku_code', value: 'K-1' }, factory: at('FA-1'), units: 5 },
    }
    const styleOf = async () => {
      const [row] = await readNodes(graph, 'Requirement', { tenantKey: organization }, ['styleId'])
      return row?.styleId
    }
    const idOf = (style: string) => uuidOf(organization, 'style', 'plm', 'main', style)
    await say(organization, requirement)
    expect(await styleOf()).to.equal(null)
    await say(organization, sku(1, 'S-1'))
    expect(await styleOf()).to.equal(idOf('S-1'))
    await say(organization, sku(2, 'S-2'))
    expect(await styleOf()).to.equal(idOf('S-2'))
    await say(organization, sku(3, null))
    expect(await styleOf()).to.equal(null)
  })

  it('writes nothing when it evaluates again what did not change', async () => {
    const organization = freshOrganization()
    await say(organization, ...events)
    const before = await graphLines(graph, organization)
    const invalidationsFor = (kind: 'record' | 'requirement' | 'position', label: string) =>
      readNodes(graph, label, { tenantKey: organization }, ['id']).then((found) =>
        found.map(({ id }) => encodeInvalidation({ kind, id: String(id) })),
      )
    const found = await Promise.all([
      invalidationsFor('record', 'SourceRecord'),
      invalidationsFor('requirement', 'Requirement'),
      invalidationsFor('position', 'OpenPosition'),
    ])
    const rows = [encodeInvalidation({ kind: 'everything', isFirst: false }), ...found.flat()]
    await graph.write((run) => run(createInvalidations, organization, { rows }))
    expect(await drain(graph, organization)).to.be.greaterThan(3)
    expectSame(before, await graphLines(graph, organization))
  })

  it('writes nothing for an organization that was purged since it was listed', async () => {
    const { key: organization } = await mintOrganization(graph)
    await applyLog(graph, organization, events)
    await markPurged(graph, organization)
    const before = await graphLines(graph, organization)
    expect((await invalidationsOf(graph, organization)).length).to.be.above(0)
    expect(await drain(graph, organization)).to.equal(0)
    expectSame(before, await graphLines(graph, organization))
  })

  it('processes all invalidations of a batch that invalidates everything and a single position', async () => {
    const organization = freshOrganization()
    const alone = position('p-9', 1, 'I-9', at('FA-9'), { onHand: '-1' }, 'wms')
    await say(organization, material('MT-1', 1, item('I-1')), site, alone)
    expect(await openLines(organization)).to.deep.equal([
      'NEGATIVE_ON_HAND I-9 FA-9',
      'ORPHAN_FACTORY I-9 FA-9',
      'ORPHAN_MATERIAL I-9 FA-9',
    ])
  })

  it('loses no invalidation if any of its transactions fails before its commit', async () => {
    const organization = freshOrganization()
    await applyLog(graph, organization, quiet)
    const cut: Graph = {
      ...graph,
      write: (work) =>
        graph.write(async (run: Run) => {
          await work(run)
          throw new Error('the power went out')
        }),
    }
    for (let isLeft = true; isLeft; isLeft = (await reconcileSome(graph, NO_GROUP, organization)) !== null) {
      const invalid = await invalidationsOf(graph, organization)
      await reconcileSome(cut, NO_GROUP, organization).then(
        () => expect.fail('the transaction was committed'),
        ({ message }) => expect(message).to.include('power'),
      )
      expect(await invalidationsOf(graph, organization)).to.deep.equal(invalid)
    }
    expect(timedLinesOf(await exceptionsOf(graph, organization))).to.deep.equal(openExceptionTimes(quiet, null, ''))
  })

  it('finds the same exceptions if it runs twice concurrently while more events arrive', async () => {
    const organization = freshOrganization()
    const other = connectTestGraph()
    const half = Math.floor(quiet.length / 2)
    await applyLog(graph, organization, quiet.slice(0, half))
    await Promise.all([
      drain(graph, organization),
      drain(other, organization),
      applyLog(graph, organization, quiet.slice(half)),
    ])
    await Promise.all([drain(graph, organization), drain(other, organization)])
    await other.close()
    expect(await openLines(organization)).to.deep.equal(openExceptions(quiet, null))
  })

  it('moves a position to the new owner of its code even if the position is sent again concurrently', async () => {
    const organization = freshOrganization()
    const sent = (version: number, onHand: string) => position('p-1', version, 'I-X', at('FA-1'), { onHand }, 'wms')
    await say(organization, site, material('MT-1', 1, item('I-X')), sent(1, '-1'))
    await applyLog(graph, organization, [material('MT-1', 2, []), material('MT-2', 1, item('I-X'))])
    let isSent = false
    const slow: Graph = {
      ...graph,
      write: (work) =>
        graph.write((run: Run) =>
          work(async (query, owner, params) => {
            const rows = await run(query, owner, params)
            if (query.name === 'exceptions/getPositions' && !isSent) {
              isSent = true
              await applyLog(graph, organization, [sent(2, '-2')])
            }
            return rows
          }),
        ),
    }
    await drain(slow, organization)
    expect(isSent).to.equal(true)
    expect(await openLines(organization)).to.deep.equal(['NEGATIVE_ON_HAND MT-2 FA-1'])
    expect((await positions(organization)).map(({ material: { code }, onHand }) => [code, onHand])).to.deep.equal([
      ['MT-2', '-2'],
    ])
  })

  it('deletes invalidations, and so waits for the transactions that created them, before it reads what these wrote', async () => {
    const organization = freshOrganization()
    await applyLog(graph, organization, quiet)
    await reconcileSome(graph, NO_GROUP, organization)
    const watched = watchedGraph(graph)
    await reconcileSome(watched.graph, NO_GROUP, organization)
    const [, , , , ...names] = namesOf(watched)
    expect(names.slice(0, 2)).to.deep.equal(['exceptions/listInvalidations', 'exceptions/deleteInvalidations'])
    expect(names).to.include('exceptions/getNewestSeq')
    expect(names.filter((name) => name === 'exceptions/deleteInvalidations')).to.have.length(1)
    const [seek] = (await explain(deleteInvalidations.sentText)).filter(({ details }) =>
      details.includes('Invalidation'),
    )
    expect(seek?.operator).to.equal('NodeUniqueIndexSeek(Locking)')
  })

  it('has no invalidations without connected data, and evaluates everything once the first arrives', async () => {
    const organization = freshOrganization()
    await applyLog(graph, organization, [material('MT-1', 1, item('I-1')), material('MT-2', 1, item('I-2'))])
    expect(await invalidationsOf(graph, organization)).to.deep.equal([])
    expect(await drain(graph, organization)).to.equal(0)
    await say(organization, site, position('p-1', 1, 'I-1', at('FA-1'), { onHand: '-1' }, 'wms'))
    expect(await openLines(organization)).to.deep.equal(['NEGATIVE_ON_HAND MT-1 FA-1'])
  })

  for (const isRebuilt of [false, true]) {
    const ofRebuild = isRebuilt ? ' of the rebuild of the organization' : ''
    it(`waits for batches${ofRebuild} that started before the first connected data, because they created no invalidations`, () =>
      waitsForEarlyBatches(isRebuilt))
  }

  async function waitsForEarlyBatches(isRebuilt: boolean): Promise<void> {
    const organization = freshOrganization()
    await applyLog(graph, organization, [position('p-1', 1, 'I-1', at('FA-1'), { onHand: '5' }, 'wms')])
    // A batch that has read that there is no connected data, and has not committed yet.
    const begun = Promise.withResolvers<void>()
    const ending = Promise.withResolvers<void>()
    const early: Graph = {
      ...graph,
      write: (work) =>
        graph.write(async (run: Run) => {
          const done = await work((query, owner, params) =>
            query.name === 'exceptions/getConnected' ? Promise.resolve([]) : run(query, owner, params),
          )
          begun.resolve()
          await ending.promise
          return done
        }),
    }
    const groupId = randomUUID()
    const own = await claim(graph, { groupId: isRebuilt ? groupOfOrganization(groupId, organization) : groupId })
    const batch = [material('MT-1', 1, item('I-1'))].map((event) => decoded(organization, event))
    const applied = applyEvents(early, own, batch, 0, 1)
    await begun.promise
    const watched = watchedGraph(graph)
    let isOver = false
    const reconciled = reconcileSome(watched.graph, groupId, organization).finally(() => {
      isOver = true
    })
    const isBlocked = async () =>
      (await statesOfRunning(graph, 'SET o.topic = o.topic')).some((status) => status.startsWith('Blocked'))
    await until('the wait for batches', async () => isOver || (await isBlocked()))
    expect(namesOf(watched)).to.include('system/awaitBatches')
    expect(isOver, 'reconciled before the batch has ended').to.equal(false)
    ending.resolve()
    await Promise.all([applied, reconciled])
    await drain(graph, organization)
    expect(await openLines(organization)).to.deep.equal(['ORPHAN_FACTORY MT-1 FA-1'])
  }
})
