import { expect } from 'chai'
import { tenantLabel } from '../../cypher/connect.ts'
import { reconcileSome } from '../../projector/reconcile/reconcile-some.ts'
import { applyLog } from '../support/apply-log.ts'
import { connectTestGraph, freshOrganization } from '../support/graph.ts'
import { uuidOf } from '../support/model.ts'
import { at, gone, material, position, record } from '../support/reconcile-scenario.ts'
import { drain, exceptionsOf, marksOf, NO_GROUP } from '../support/reconciled.ts'
import type { SourceEvent } from '../support/source-event.ts'

/** An event of a day of March: those of one batch may be weeks apart. */
const on = (day: number, event: SourceEvent): SourceEvent => ({ ...event, time: timeOf(day) })
const timeOf = (day: number) => new Date(Date.UTC(2026, 2, day)).toISOString()
const code = (kind: string, value: string) => ({ system: 'erp', instance: 'main', kind, value })

/** What one system says of a material, by its number, at a factory. */
const stock = (version: number, number: string, factory: string, fields: object) =>
  position(`${number}@${factory}`, version, `I-${number}`, at(factory), { ...fields }, 'wms')
const named = (number: string, version: number, lifecycleState = 'approved') =>
  material(number, version, [code('item', `I-${number}`)], { lifecycleState })
const site = (factory: string, version = 1) =>
  record('factory', `vendor_site:${factory}`, version, [code('facility_id', factory)])

/** A load that has nothing to do with any pair. */
const load: SourceEvent = {
  ...{ kind: 'dataset_load', system: 'wms', recordId: 'run-1', version: 1, time: '' },
  data: { datasetId: 'wms.material_stock', status: 'succeeded', startedAt: timeOf(30), endedAt: timeOf(30) },
}

describe('when exceptions were seen', () => {
  const graph = connectTestGraph()
  after(() => graph.close())

  /** Applies each batch in a transaction of its own, and does nothing that they mark. */
  const apply = async (organization: string, ...batches: SourceEvent[][]) => {
    for (const batch of batches) await applyLog(graph, organization, batch)
  }
  /** By code and ends the days of the times, in order. */
  async function daysOf(organization: string, codes: readonly string[], status = 'open'): Promise<string[]> {
    const own = (await exceptionsOf(graph, organization, status)).filter((one) => codes.includes(one.code))
    const dayOf = (time: string) => new Date(time).getUTCDate()
    return own
      .map((one) =>
        [one.code, one.material?.code, one.factory?.code, dayOf(one.firstSeenAt), dayOf(one.lastSeenAt)].join(' '),
      )
      .sort()
  }

  it('is the time of the position, whatever newer events came in the same batch', async () => {
    const organization = freshOrganization()
    await apply(organization, [
      on(2, stock(1, 'MT-1', 'FA-1', { onHand: '-1' })),
      on(16, stock(1, 'MT-2', 'FA-2', { onHand: '-1' })),
      on(30, load),
    ])
    await drain(graph, organization)
    expect(await daysOf(organization, ['NEGATIVE_ON_HAND', 'ORPHAN_FACTORY', 'ORPHAN_MATERIAL'])).to.deep.equal([
      'NEGATIVE_ON_HAND I-MT-1 FA-1 2 2',
      'NEGATIVE_ON_HAND I-MT-2 FA-2 16 16',
      'ORPHAN_FACTORY I-MT-1 FA-1 2 2',
      'ORPHAN_FACTORY I-MT-2 FA-2 16 16',
      'ORPHAN_MATERIAL I-MT-1 FA-1 2 2',
      'ORPHAN_MATERIAL I-MT-2 FA-2 16 16',
    ])
  })

  it('stays with each of several marks that are taken at once, and is the newest of what several hold', async () => {
    const organization = freshOrganization()
    await apply(
      organization,
      [on(20, stock(1, 'MT-2', 'FA-2', { onHand: '-1' }))],
      [on(2, stock(1, 'MT-1', 'FA-1', { onHand: '-1' })), on(5, stock(1, 'MT-3', 'FA-3', { onHand: '-1' }))],
      [on(7, stock(2, 'MT-3', 'FA-3', { onHand: '-2' }))],
    )
    expect(await marksOf(graph, organization)).to.equal(3)
    await reconcileSome(graph, NO_GROUP, organization)
    expect(await marksOf(graph, organization)).to.equal(0)
    expect(await daysOf(organization, ['NEGATIVE_ON_HAND'])).to.deep.equal([
      'NEGATIVE_ON_HAND I-MT-1 FA-1 2 2',
      'NEGATIVE_ON_HAND I-MT-2 FA-2 20 20',
      'NEGATIVE_ON_HAND I-MT-3 FA-3 7 7',
    ])
  })

  it('is that of the material whose change led to it, and of the one that mended it', async () => {
    const organization = freshOrganization()
    const ordered = ['MT-1', 'MT-2', 'MT-3'].map((number) => on(2, stock(1, number, 'FA-1', { onOrder: '5' })))
    await apply(organization, [...ordered, ...['MT-1', 'MT-2', 'MT-3'].map((number) => on(1, named(number, 1)))])
    await drain(graph, organization)
    await apply(
      organization,
      [on(20, named('MT-3', 2)), on(11, named('MT-1', 2, 'discontinued')), on(30, load)],
      [on(9, named('MT-2', 2, 'discontinued')), on(21, stock(1, 'MT-9', 'FA-9', { onHand: '1' }))],
    )
    await drain(graph, organization)
    expect(await daysOf(organization, ['STATUS_CONFLICT'])).to.deep.equal([
      'STATUS_CONFLICT MT-1 FA-1 11 11',
      'STATUS_CONFLICT MT-2 FA-1 9 9',
    ])
    await apply(organization, [
      ...[on(13, named('MT-1', 3)), on(28, named('MT-3', 3))],
      ...[on(12, stock(2, 'MT-2', 'FA-1', { onOrder: '0' })), on(29, stock(2, 'MT-9', 'FA-9', { onHand: '2' }))],
    ])
    await drain(graph, organization)
    expect(await daysOf(organization, ['STATUS_CONFLICT'])).to.deep.equal([])
    expect(await daysOf(organization, ['STATUS_CONFLICT'], 'resolved')).to.deep.equal([
      'STATUS_CONFLICT MT-1 FA-1 11 13',
      'STATUS_CONFLICT MT-2 FA-1 9 12',
    ])
  })

  it('is the newest of all that led to the pair, though the pair waits already', async () => {
    const organization = freshOrganization()
    await apply(
      organization,
      [on(2, stock(1, 'MT-1', 'FA-1', { onOrder: '5' })), on(14, stock(1, 'MT-2', 'FA-1', { onOrder: '5' }))],
      [on(8, named('MT-1', 1, 'discontinued')), on(9, named('MT-2', 1, 'discontinued'))],
    )
    await drain(graph, organization)
    expect(await daysOf(organization, ['STATUS_CONFLICT'])).to.deep.equal([
      'STATUS_CONFLICT MT-1 FA-1 8 8',
      'STATUS_CONFLICT MT-2 FA-1 14 14',
    ])
  })

  it('is that of the source records, for positions that name a factory by them and for what they are matched with', async () => {
    const organization = freshOrganization()
    const double = (number: string, version: number) =>
      record('material', `item_master:${number}-B`, version, [code('item', `I-${number}`)])
    await apply(organization, [
      ...['MT-1', 'MT-2'].map((number) => on(1, named(number, 1))),
      ...['MT-1', 'MT-2'].map((number) =>
        on(1, record('material', `item_master:${number}`, 1, [code('item', `I-${number}`)])),
      ),
      ...[on(1, site('FA-1')), on(1, site('FA-2'))],
      ...[on(2, stock(1, 'MT-1', 'FA-1', { onHand: '1' })), on(3, stock(1, 'MT-1', 'FA-2', { onHand: '1' }))],
    ])
    await drain(graph, organization)
    expect(await daysOf(organization, ['ORPHAN_FACTORY', 'DUPLICATE_SOURCE_RECORD'])).to.deep.equal([])
    await apply(organization, [
      ...[on(15, double('MT-1', 1)), on(12, double('MT-2', 1)), on(26, site('FA-3'))],
      ...[on(17, gone('source_record', 'vendor_site:FA-1', 2, 'erp'))],
      ...[on(11, gone('source_record', 'vendor_site:FA-2', 2, 'erp'))],
    ])
    await drain(graph, organization)
    expect(await daysOf(organization, ['ORPHAN_FACTORY', 'DUPLICATE_SOURCE_RECORD'])).to.deep.equal([
      'DUPLICATE_SOURCE_RECORD MT-1  15 15',
      'DUPLICATE_SOURCE_RECORD MT-2  12 12',
      'ORPHAN_FACTORY MT-1 FA-1 17 17',
      'ORPHAN_FACTORY MT-1 FA-2 11 11',
    ])
  })

  it('is that of the supplier, the style, its producer or the open production which led to a factory', async () => {
    const organization = freshOrganization()
    const numbers = ['1', '2', '3']
    const style = (number: string, version: number, lifecycleState: string): SourceEvent => ({
      ...{ kind: 'style', recordId: `S-${number}`, version, time: '' },
      data: { styleNumber: number, name: number, lifecycleState },
    })
    const supplier = (number: string, version: number, ...facilities: string[]): SourceEvent => ({
      ...{ kind: 'supplier', recordId: `V-${number}`, version, time: '' },
      data: {
        ...{ supplierCode: number, name: number, lifecycleState: 'approved' },
        references: facilities.map((value) => code('facility_id', value)),
      },
    })
    const produced = (number: string): SourceEvent => ({
      ...{ kind: 'link', recordId: `L-${number}`, version: 1, time: '' },
      data: {
        type: 'PRODUCED_BY',
        ...{ from: { type: 'style', recordId: `S-${number}` }, to: { type: 'supplier', recordId: `V-${number}` } },
      },
    })
    const dataset: SourceEvent = {
      ...{ kind: 'dataset', system: 'erp', recordId: 'erp.stock', version: 1, time: '' },
      data: {
        ...{ datasetId: 'erp.stock', name: 'Stock', sourceSystem: 'erp', instance: 'main' },
        ...{ loadMode: 'event', lifecycle: 'active' },
      },
    }
    await apply(organization, [
      ...numbers.map((number) => on(1, named(`MT-${number}`, 1))),
      ...numbers.map((number) => on(1, style(number, 1, number === '2' ? 'concept' : 'production'))),
      ...[on(1, supplier('1', 1)), on(1, supplier('2', 1, 'FA-2')), on(1, supplier('3', 1, 'FA-3'))],
      ...[on(1, produced('1')), on(1, produced('2')), on(1, dataset)],
    ])
    await use(organization, numbers)
    await drain(graph, organization)
    expect(await daysOf(organization, ['MISSING_IN_ERP'])).to.deep.equal([])
    await apply(organization, [
      ...[on(21, supplier('1', 2, 'FA-1')), on(18, style('2', 2, 'adopted')), on(14, produced('3'))],
      ...[on(27, named('MT-9', 1)), on(30, load)],
    ])
    await drain(graph, organization)
    expect(await daysOf(organization, ['MISSING_IN_ERP'])).to.deep.equal([
      'MISSING_IN_ERP MT-1 FA-1 21 21',
      'MISSING_IN_ERP MT-2 FA-2 18 18',
      'MISSING_IN_ERP MT-3 FA-3 14 14',
    ])
    const production = (number: string): SourceEvent => ({
      ...{ kind: 'requirement', system: 'erp', recordId: `R-${number}`, version: 1, time: '' },
      data: {
        ...{ style: { system: 'plm', instance: 'main', recordId: `S-${number}` } },
        ...{ factory: at(`FA-${number}`), units: 5 },
      },
    })
    await apply(organization, [on(16, production('2')), on(10, production('3')), on(30, load)])
    await reconcileSome(graph, NO_GROUP, organization)
    const [marked] = await graph.execute('MATCH (r:Recheck {tenantKey: $organization}) RETURN r.times AS times', {
      organization,
    })
    expect(marked?.times).to.have.members([timeOf(16), timeOf(10)])
  })

  /** Lets each style use the material of its number in the newest snapshot. */
  async function use(organization: string, numbers: readonly string[]): Promise<void> {
    const rows = numbers.map((number) => ({
      styleId: uuidOf(organization, 'style', 'plm', 'main', `S-${number}`),
      materialId: uuidOf(organization, 'material', 'plm', 'main', `M-MT-${number}`),
    }))
    await graph.execute(
      `CREATE (:Timeline:${tenantLabel(organization)} {tenantKey: $organization, seq: 1})
       WITH 1 AS one
       UNWIND $rows AS row
       MATCH (s:Entity {tenantKey: $organization, id: row.styleId}), (m:Entity {tenantKey: $organization, id: row.materialId})
       CREATE (s)-[:LINK {tenantKey: $organization, id: s.id + m.id, fromId: s.id, toId: m.id,
         sortKey: 'USES_MATERIAL/' + s.id, doc: '{}', state: '', fromSeq: 1, toSeq: 2147483647}]->(m)`,
      { organization, rows },
    )
  }

  it('is that of the newest change at every factory, where a second one comes while pages of the first are left', async () => {
    const organization = freshOrganization()
    const factories = Array.from({ length: 160 }, (_, n) => `FA-${n}`)
    await apply(organization, [
      on(1, named('MT-1', 1)),
      ...factories.map((factory) => on(2, stock(1, 'MT-1', factory, { onOrder: '5' }))),
    ])
    await drain(graph, organization)
    await apply(organization, [on(8, named('MT-1', 2, 'discontinued'))])
    // The material itself and two pages of its positions.
    for (const _ of [1, 2, 3]) await reconcileSome(graph, NO_GROUP, organization)
    await apply(organization, [on(9, named('MT-1', 3, 'restricted'))])
    await drain(graph, organization)
    const days = (await daysOf(organization, ['STATUS_CONFLICT'])).map((line) => line.split(' ').slice(3).join(' '))
    expect(days).to.have.length(factories.length)
    expect([...new Set(days)]).to.deep.equal(['9 9'])
  })
})
