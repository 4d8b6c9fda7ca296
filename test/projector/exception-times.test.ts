import { expect } from 'chai'
import { reconcileSome } from '../../projector/exceptions/reconcile-some.ts'
import { applyLog } from '../support/events/apply-log.ts'
import { uuidOf } from '../support/events/model.ts'
import type { SourceEvent } from '../support/events/source-event.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { useMaterials } from '../support/graph/use-materials.ts'
import { at, gone, material, position, record } from '../support/materials/reconcile-scenario.ts'
import { drain, exceptionsOf, NO_GROUP } from '../support/materials/reconciled.ts'

/** The event with the time of a day of March, so that events of one batch can be weeks apart. */
const on = (day: number, event: SourceEvent): SourceEvent => ({ ...event, time: timeOf(day) })
const timeOf = (day: number) => new Date(Date.UTC(2026, 2, day)).toISOString()
const code = (kind: string, value: string) => ({ system: 'erp', instance: 'main', kind, value })

/** A position of the WMS for a material, by its number, at a factory. */
const stock = (version: number, number: string, factory: string, fields: object) =>
  position(`${number}@${factory}`, version, `I-${number}`, at(factory), { ...fields }, 'wms')
const named = (number: string, version: number, lifecycleState = 'approved') =>
  material(number, version, [code('item', `I-${number}`)], { lifecycleState })
const site = (factory: string, version = 1) =>
  record('factory', `vendor_site:${factory}`, version, [code('facility_id', factory)])

/** A load of a dataset that no position is based on. */
const load: SourceEvent = {
  kind: 'dataset_load',
  system: 'wms',
  recordId: 'run-1',
  version: 1,
  time: '',
  data: { datasetId: 'wms.material_stock', status: 'succeeded', startedAt: timeOf(30), endedAt: timeOf(30) },
}

describe('the times of exceptions', () => {
  const graph = connectTestGraph()
  after(() => graph.close())

  /** Applies each batch in its own transaction, then processes the invalidations of all of them. */
  const apply = async (organization: string, ...batches: SourceEvent[][]) => {
    for (const batch of batches) await applyLog(graph, organization, batch)
    await drain(graph, organization)
  }
  /** Sorted lines: code, material, factory, day of firstSeenAt, day of lastSeenAt. */
  async function daysOf(organization: string, codes: readonly string[], status = 'open'): Promise<string[]> {
    const own = (await exceptionsOf(graph, organization, status)).filter((one) => codes.includes(one.code))
    const dayOf = (time: string) => new Date(time).getUTCDate()
    return own
      .map((one) =>
        [one.code, one.material?.code, one.factory?.code, dayOf(one.firstSeenAt), dayOf(one.lastSeenAt)].join(' '),
      )
      .sort()
  }
  /** The inputs of the exception with a code: kind, record, version, and day of observedAt. */
  async function inputsOf(organization: string, code: string): Promise<string[]> {
    const [one] = (await exceptionsOf(graph, organization)).filter((exception) => exception.code === code)
    return (one?.inputs ?? []).map(({ kind, recordId, recordVersion, observedAt }) =>
      [kind, recordId, recordVersion, new Date(observedAt).getUTCDate()].join(' '),
    )
  }

  it('come from the position, not from newer events in the same batch', async () => {
    const organization = freshOrganization()
    await apply(organization, [
      on(2, stock(1, 'MT-1', 'FA-1', { onHand: '-1' })),
      on(16, stock(1, 'MT-2', 'FA-2', { onHand: '-1' })),
      on(30, load),
    ])
    expect(await daysOf(organization, ['NEGATIVE_ON_HAND', 'ORPHAN_FACTORY', 'ORPHAN_MATERIAL'])).to.deep.equal([
      'NEGATIVE_ON_HAND I-MT-1 FA-1 2 2',
      'NEGATIVE_ON_HAND I-MT-2 FA-2 16 16',
      'ORPHAN_FACTORY I-MT-1 FA-1 2 2',
      'ORPHAN_FACTORY I-MT-2 FA-2 16 16',
      'ORPHAN_MATERIAL I-MT-1 FA-1 2 2',
      'ORPHAN_MATERIAL I-MT-2 FA-2 16 16',
    ])
  })

  it('start when the wrong value was first sent, not when the position is sent again with the same value', async () => {
    const organization = freshOrganization()
    const sent = [
      on(2, stock(1, 'MT-1', 'FA-1', { onHand: '-1', allocated: '5' })),
      on(4, stock(2, 'MT-1', 'FA-1', { onHand: '-1', allocated: '5', asOf: timeOf(4) })),
      on(6, stock(3, 'MT-1', 'FA-1', { onHand: '-1', allocated: '6', asOf: timeOf(6) })),
    ]
    const expected = ['NEGATIVE_ON_HAND I-MT-1 FA-1 2 6', 'OVER_ALLOCATED I-MT-1 FA-1 6 6']
    const codes = ['NEGATIVE_ON_HAND', 'OVER_ALLOCATED']
    await apply(organization, sent)
    expect(await daysOf(organization, codes)).to.deep.equal(expected)
    // The same events one at a time: neither batches nor the time of reconciliation make a difference.
    const other = freshOrganization()
    for (const one of sent) await apply(other, [one])
    expect(await daysOf(other, codes)).to.deep.equal(expected)
    expect(await inputsOf(other, 'NEGATIVE_ON_HAND')).to.deep.equal(['position MT-1@FA-1 3 2'])
    // After a deletion the time starts again; an event with a lower version changes nothing.
    await apply(organization, [on(8, gone('position', 'MT-1@FA-1', 4, 'wms'))])
    await apply(organization, [on(9, stock(5, 'MT-1', 'FA-1', { onHand: '-1' })), on(12, stock(4, 'MT-1', 'FA-1', {}))])
    expect(await daysOf(organization, ['NEGATIVE_ON_HAND'])).to.deep.equal(['NEGATIVE_ON_HAND I-MT-1 FA-1 9 9'])
  })

  it('do not start again each night if idle stock is only counted again', async () => {
    const organization = freshOrganization()
    const idle = { onHand: '50', inTransit: '0', onOrderNonCancellable: '0', required: '0', boughtQuantity: '100' }
    const idleStock = (version: number, day: number) =>
      on(
        day,
        stock(version, 'MT-1', 'FA-1', {
          ...idle,
          ownership: 'brand',
          asOf: timeOf(day),
          lastDemandAt: '2025-12-04T00:00:00.000Z',
        }),
      )
    // The last demand was 90 days before 4 March, so the exception applies from the position of 5 March on.
    await apply(organization, [idleStock(1, 3), idleStock(2, 5), idleStock(3, 7)])
    expect(await daysOf(organization, ['EXCESS_LIABILITY'])).to.deep.equal(['EXCESS_LIABILITY I-MT-1 FA-1 5 7'])
  })

  it('come from the later one of material and position, in any order of arrival', async () => {
    const sent = [
      [on(2, stock(1, 'MT-1', 'FA-1', { onOrder: '5' })), on(14, stock(1, 'MT-2', 'FA-1', { onOrder: '5' }))],
      [on(8, named('MT-1', 1, 'discontinued')), on(9, named('MT-2', 1, 'discontinued'))],
      // The name changes, the lifecycle state does not.
      [on(20, { ...named('MT-1', 2, 'discontinued'), data: { ...named('MT-1', 2, 'discontinued').data, name: 'x' } })],
    ]
    const expected = ['STATUS_CONFLICT MT-1 FA-1 8 20', 'STATUS_CONFLICT MT-2 FA-1 14 14']
    for (const order of [
      sent,
      [sent[1] ?? [], sent[0] ?? [], sent[2] ?? []],
      [sent[1] ?? [], sent[2] ?? [], sent[0] ?? []],
    ]) {
      const [together, apart] = [freshOrganization(), freshOrganization()]
      await apply(together, ...order)
      for (const batch of order) await apply(apart, batch)
      expect(await daysOf(together, ['STATUS_CONFLICT'])).to.deep.equal(expected)
      expect(await daysOf(apart, ['STATUS_CONFLICT'])).to.deep.equal(expected)
    }
  })

  it('include the time at which the material got the code that the position names', async () => {
    const organization = freshOrganization()
    await apply(
      organization,
      [on(2, stock(1, 'MT-1', 'FA-1', { onOrder: '5', onHand: '-1' }))],
      [on(3, material('MT-1', 1, [], { lifecycleState: 'discontinued' })), on(11, named('MT-1', 2, 'discontinued'))],
    )
    expect(await daysOf(organization, ['STATUS_CONFLICT', 'NEGATIVE_ON_HAND'])).to.deep.equal([
      'NEGATIVE_ON_HAND MT-1 FA-1 2 2',
      'STATUS_CONFLICT MT-1 FA-1 11 11',
    ])
    expect(await inputsOf(organization, 'STATUS_CONFLICT')).to.deep.equal([
      'material M-MT-1 2 11',
      'position MT-1@FA-1 1 2',
    ])
  })

  it('of a resolved exception are those of its last evaluation as open', async () => {
    const organization = freshOrganization()
    await apply(organization, [
      on(2, stock(1, 'MT-1', 'FA-1', { onOrder: '5' })),
      on(8, named('MT-1', 1, 'discontinued')),
    ])
    await apply(organization, [on(13, named('MT-1', 2))])
    expect(await daysOf(organization, ['STATUS_CONFLICT'])).to.deep.equal([])
    expect(await daysOf(organization, ['STATUS_CONFLICT'], 'resolved')).to.deep.equal(['STATUS_CONFLICT MT-1 FA-1 8 8'])
    await apply(organization, [on(17, named('MT-1', 3, 'restricted'))])
    expect(await daysOf(organization, ['STATUS_CONFLICT'])).to.deep.equal(['STATUS_CONFLICT MT-1 FA-1 17 17'])
  })

  it('come from the matched source records and the owner of their code, not from what is absent', async () => {
    const organization = freshOrganization()
    const double = (number: string, version: number) =>
      record('material', `item_master:${number}-B`, version, [code('item', `I-${number}`)])
    await apply(organization, [
      ...[on(1, named('MT-1', 1)), on(19, named('MT-2', 1))],
      ...['MT-1', 'MT-2'].map((number) =>
        on(1, record('material', `item_master:${number}`, 1, [code('item', `I-${number}`)])),
      ),
      ...[on(1, site('FA-1')), on(1, site('FA-2'))],
      ...[on(2, stock(1, 'MT-1', 'FA-1', { onHand: '1' })), on(3, stock(1, 'MT-1', 'FA-2', { onHand: '1' }))],
    ])
    expect(await daysOf(organization, ['ORPHAN_FACTORY', 'DUPLICATE_SOURCE_RECORD'])).to.deep.equal([])
    await apply(organization, [
      ...[on(15, double('MT-1', 1)), on(12, double('MT-2', 1)), on(26, site('FA-3'))],
      ...[on(17, gone('source_record', 'vendor_site:FA-1', 2, 'erp'))],
      ...[on(11, gone('source_record', 'vendor_site:FA-2', 2, 'erp'))],
    ])
    expect(await daysOf(organization, ['ORPHAN_FACTORY', 'DUPLICATE_SOURCE_RECORD'])).to.deep.equal([
      'DUPLICATE_SOURCE_RECORD MT-1  15 15',
      'DUPLICATE_SOURCE_RECORD MT-2  19 19',
      'ORPHAN_FACTORY MT-1 FA-1 2 2',
      'ORPHAN_FACTORY MT-1 FA-2 3 3',
    ])
  })

  it('of MISSING_IN_ERP come from the newest of supplier, style, producer link, and ERP dataset', async () => {
    const organization = freshOrganization()
    const numbers = ['1', '2', '3']
    const style = (number: string, version: number, lifecycleState: string): SourceEvent => ({
      kind: 'style',
      recordId: `S-${number}`,
      version,
      time: '',
      data: { styleNumber: number, name: number, lifecycleState },
    })
    const supplier = (number: string, version: number, ...facilities: string[]): SourceEvent => ({
      kind: 'supplier',
      recordId: `V-${number}`,
      version,
      time: '',
      data: {
        supplierCode: number,
        name: number,
        lifecycleState: 'approved',
        references: facilities.map((value) => code('facility_id', value)),
      },
    })
    const produced = (number: string, version = 1): SourceEvent => ({
      kind: 'link',
      recordId: `L-${number}`,
      version,
      time: '',
      data: {
        type: 'PRODUCED_BY',
        from: { type: 'style', recordId: `S-${number}` },
        to: { type: 'supplier', recordId: `V-${number}` },
      },
    })
    const dataset: SourceEvent = {
      kind: 'dataset',
      system: 'erp',
      recordId: 'erp.stock',
      version: 1,
      time: '',
      data: {
        datasetId: 'erp.stock',
        name: 'Stock',
        sourceSystem: 'erp',
        instance: 'main',
        loadMode: 'event',
        lifecycle: 'active',
      },
    }
    await apply(organization, [
      ...numbers.map((number) => on(1, named(`MT-${number}`, 1))),
      ...numbers.map((number) => on(1, style(number, 1, number === '2' ? 'concept' : 'production'))),
      ...[on(1, supplier('1', 1)), on(1, supplier('2', 1, 'FA-2')), on(1, supplier('3', 1, 'FA-3'))],
      ...[on(1, produced('1')), on(1, produced('2')), on(1, dataset)],
    ])
    await use(organization, numbers)
    expect(await daysOf(organization, ['MISSING_IN_ERP'])).to.deep.equal([])
    await apply(organization, [
      ...[on(21, supplier('1', 2, 'FA-1')), on(18, style('2', 2, 'adopted')), on(14, produced('3'))],
      ...[on(27, named('MT-9', 1)), on(30, load)],
    ])
    expect(await daysOf(organization, ['MISSING_IN_ERP'])).to.deep.equal([
      'MISSING_IN_ERP MT-1 FA-1 21 21',
      'MISSING_IN_ERP MT-2 FA-2 18 18',
      'MISSING_IN_ERP MT-3 FA-3 14 14',
    ])
    expect((await inputsOf(organization, 'MISSING_IN_ERP')).map((line) => line.split(' ')[0]).sort()).to.deep.equal([
      ...['dataset', 'link', 'link', 'material', 'style', 'supplier'],
    ])
    // An input that is sent again changes lastSeenAt only.
    await apply(organization, [on(25, dataset), on(24, style('2', 3, 'adopted')), on(23, produced('3', 2))])
    expect(await daysOf(organization, ['MISSING_IN_ERP'])).to.deep.equal([
      'MISSING_IN_ERP MT-1 FA-1 21 21',
      'MISSING_IN_ERP MT-2 FA-2 18 24',
      'MISSING_IN_ERP MT-3 FA-3 14 23',
    ])
    await apply(organization, [{ ...on(27, dataset), version: 2 }])
    expect(await daysOf(organization, ['MISSING_IN_ERP'])).to.deep.equal([
      'MISSING_IN_ERP MT-1 FA-1 21 27',
      'MISSING_IN_ERP MT-2 FA-2 18 27',
      'MISSING_IN_ERP MT-3 FA-3 14 27',
    ])
  })

  /** Stores that style S-n uses material MT-n in the newest snapshot. */
  async function use(organization: string, numbers: readonly string[]): Promise<void> {
    const rows = numbers.map((number) => ({
      styleId: uuidOf(organization, 'style', 'plm', 'main', `S-${number}`),
      materialId: uuidOf(organization, 'material', 'plm', 'main', `M-MT-${number}`),
    }))
    await useMaterials(graph, organization, rows)
  }

  it('come from the newest change at each factory, even if it arrives while the previous one is still being processed', async () => {
    const organization = freshOrganization()
    const factories = Array.from({ length: 260 }, (_, n) => `FA-${n}`)
    await apply(organization, [
      on(1, named('MT-1', 1)),
      ...factories.map((factory) => on(2, stock(1, 'MT-1', factory, { onOrder: '5' }))),
    ])
    await applyLog(graph, organization, [on(8, named('MT-1', 2, 'discontinued'))])
    // Processes the material, its code, and only the first page of its pairs.
    for (const _ of [1, 2, 3, 4]) await reconcileSome(graph, NO_GROUP, organization)
    await apply(organization, [on(9, named('MT-1', 3, 'restricted'))])
    const days = (await daysOf(organization, ['STATUS_CONFLICT'])).map((line) => line.split(' ').slice(3).join(' '))
    expect(days).to.have.length(factories.length)
    expect([...new Set(days)]).to.deep.equal(['9 9'])
  })
})
