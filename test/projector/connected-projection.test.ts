import { expect } from 'chai'
import fc from 'fast-check'
import type { Graph } from '../../cypher/connect.ts'
import type { StoredSourceRecord } from '../../schemas/stored/source-record.ts'
import { applyLog, cutsOf } from '../support/events/apply-log.ts'
import { uuidOf } from '../support/events/model.ts'
import { someCuts } from '../support/events/random-events.ts'
import { type SourceEvent, timeOf } from '../support/events/source-event.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { expectSame, graphLines, wipe } from '../support/graph/graph-lines.ts'
import { deleteNodes, everyNode, readDocuments, updateNodes } from '../support/graph/stored-nodes.ts'
import { connectedFound, connectedModel } from '../support/materials/connected-model.ts'
import { someConnectedLog } from '../support/materials/random-connected.ts'
import { invalidationsOf } from '../support/materials/reconciled.ts'

const numRuns = Number(process.env.PROPERTY_RUNS ?? 10)

const code = (value: string) => ({ kind: 'material_number', value })
const position = (version: number, data: object | null = {}): SourceEvent => ({
  kind: 'position',
  system: 'erp',
  recordId: 'MT-1@FA-1',
  version,
  time: timeOf(version),
  data: data && {
    material: code('MT-1'),
    factory: { recordId: 'FA-1' },
    asOf: timeOf(version),
    uom: 'MTR',
    onHand: '5',
    datasetId: 'erp.material_stock',
    ...data,
  },
})
const item = (version: number, data: object | null = {}): SourceEvent => ({
  kind: 'source_record',
  system: 'erp',
  recordId: 'item_master:I-1',
  version,
  time: timeOf(version),
  data: data && { kind: 'material', datasetId: 'erp.item_master', references: [code('MT-1')], ...data },
})
const material = (version: number, data: object | null = {}): SourceEvent => ({
  kind: 'material',
  recordId: 'M-1',
  version,
  time: timeOf(version),
  data: data && { materialNumber: 'MT-1', name: 'Poplin', lifecycleState: 'approved', ...data },
})

/** A line of the graph without the times since which fields have their values: these depend on the order of arrival. */
const withoutHistory = (line: string) => line.replace(/,\\"[sn]\\":\\"[^"]*\\"|,\\"l\\":\{[^}]*\}/g, '')

describe('the projection of connected data', function () {
  this.timeout(900_000 + numRuns * 10_000)
  let graph: Graph
  let organization: string

  before(() => {
    // Neo4j plans each of some twenty statements when it first runs, which can exceed the usual timeout.
    graph = connectTestGraph({ writeTimeoutMs: 60_000 })
  })
  beforeEach(() => {
    organization = freshOrganization()
  })
  afterEach(() => wipe(graph, organization))
  after(() => graph.close())

  const documentOf = async (label: string) => {
    const [document] = await readDocuments<Record<string, unknown>>(graph, label, { tenantKey: organization })
    return document ?? null
  }
  const invalidAfter = async (...log: SourceEvent[]) => {
    await deleteNodes(graph, 'Invalidation', { tenantKey: organization })
    await applyLog(graph, organization, log)
    return invalidationsOf(graph, organization)
  }

  it('equals the model for any log in any batches, and does not change when the log is repeated', async () => {
    await fc.assert(
      fc.asyncProperty(someConnectedLog, someCuts, async (log, sizes) => {
        await applyLog(graph, organization, log, cutsOf(log.length, sizes))
        expect(await connectedFound(graph, organization)).to.deep.equal(connectedModel(organization, log))
        const before = await graphLines(graph, organization)
        const invalid = await invalidationsOf(graph, organization)
        expect(await applyLog(graph, organization, log)).to.deep.equal({ applied: 0, stale: log.length })
        expectSame(before, await graphLines(graph, organization))
        expect(await invalidationsOf(graph, organization)).to.deep.equal(invalid)
        await wipe(graph, organization)
      }),
      { numRuns },
    )
  })

  const histories: Record<string, SourceEvent[]> = {
    'a position that moves and goes': [position(1), position(2, { material: code('MT-2') }), position(3, null)],
    'a position that comes back': [position(1), position(2, null), position(3, { datasetId: 'erp.other' })],
    'a record that loses a code and is deleted in its source': [
      item(1),
      item(2, { references: [], datasetId: null }),
      item(3, { deletedInSource: true }),
    ],
    'a record that goes': [item(1), item(2, { kind: 'factory' }), item(3, null)],
  }
  for (const [name, events] of Object.entries(histories)) {
    it(`is the same, except for the times since which values hold, in every order of ${name}`, async () => {
      const results: string[][] = []
      for (const order of permutationsOf(events)) {
        await applyLog(graph, organization, order, [0, 1, 2, 3])
        results.push((await graphLines(graph, organization)).map(withoutHistory))
        await wipe(graph, organization)
      }
      expect(results).to.have.length(6)
      // `Applied` nodes have the arrival time of the last applied event, which depends on the order.
      const [first = [], ...others] = results.map((lines) => lines.filter((line) => !line.includes('["Applied"')))
      for (const other of others) expectSame(first, other)
    })
  }

  it('stores a position in the form of the API, with derived measures, and with its ends as the source named them', async () => {
    const cost = { amount: '2.40', currency: 'EUR' }
    const stock = { qualityHold: '1.50', allocated: '1', inTransit: '0', onOrder: '0', required: '2' }
    const sent = { ...stock, onOrderNonCancellable: '0', ownership: 'brand', unitCost: cost }
    await applyLog(graph, organization, [position(1, { ...sent, supplier: { kind: 'vendor', value: '7' } })])
    expect(await documentOf('OpenPosition')).to.deep.include({
      material: { id: null, code: 'MT-1', label: null },
      factory: { id: null, code: 'FA-1', label: null },
      onHand: '5',
      qualityHold: '1.5',
      available: '2.5',
      projected: '1.5',
      liabilityQuantity: '3',
      liabilityValue: { amount: '7.2', currency: 'EUR' },
      unitCost: { amount: '2.4', currency: 'EUR' },
      supplier: '7',
      mpn: null,
      boughtQuantity: null,
      asOf: timeOf(1),
      source: { recordId: 'MT-1@FA-1', recordVersion: '1', ingestedAt: timeOf(1), datasetId: 'erp.material_stock' },
    })
  })

  it('keeps the resolved ends of a position as long as the source names them the same', async () => {
    await applyLog(graph, organization, [position(1)])
    const resolved = { id: uuidOf('m'), code: 'MT-1', label: 'MT-1 Poplin' }
    const doc = JSON.stringify({ ...(await documentOf('OpenPosition')), material: resolved })
    await updateNodes(graph, 'OpenPosition', { tenantKey: organization }, { materialId: resolved.id, doc })
    await applyLog(graph, organization, [position(2, { onHand: '6' })])
    expect(await documentOf('OpenPosition')).to.deep.include({ onHand: '6', material: resolved })
    await applyLog(graph, organization, [position(3, { material: code('MT-2') })])
    expect(await documentOf('OpenPosition')).to.deep.include({ material: { id: null, code: 'MT-2', label: null } })
  })

  it('keeps a record that is flagged as deleted in its source, and removes the contents of one that is deleted by an event', async () => {
    await applyLog(graph, organization, [item(1, { deletedInSource: true, raw: { a: 1 } })])
    const [stored] = await readDocuments<StoredSourceRecord>(graph, 'SourceRecord', { tenantKey: organization })
    const { summary, raw } = stored ?? {}
    expect(summary).to.include({
      deletedInSource: true,
      recordType: 'item_master',
      recordId: 'I-1',
      recordVersion: '1',
    })
    expect(raw).to.deep.equal({ a: 1 })
    await applyLog(graph, organization, [item(2, null)])
    const [line, ...more] = (await graphLines(graph, organization)).filter((one) => one.includes('SourceRecord'))
    expect(more).to.deep.equal([])
    expect(line).to.not.match(/item_master|I-1|erp/)
  })

  it('invalidates what an event can change, by its old and its new values', async () => {
    const [record, poplin, stock] = [
      uuidOf(organization, 'source_record', 'erp', 'main', 'item_master:I-1'),
      uuidOf(organization, 'material', 'plm', 'main', 'M-1'),
      uuidOf(organization, 'position', 'erp', 'main', 'MT-1@FA-1'),
    ]
    // Without connected data nothing is invalidated; its first event invalidates everything that came before.
    expect(await invalidAfter(material(1))).to.deep.equal([])
    expect(await invalidAfter(position(1))).to.deep.equal([
      ['everything', 'first'],
      ['position', stock],
    ])
    expect(await invalidAfter(position(2, { onHand: '7' }))).to.deep.equal([['position', stock]])
    await updateNodes(graph, 'OpenPosition', { tenantKey: organization }, { materialKey: 'm', factoryKey: 'f' })
    expect(await invalidAfter(position(3, { onHand: '8' }))).to.deep.equal([['pair', 'm', 'f']])
    expect(await invalidAfter(position(4, { material: code('MT-2') }))).to.deep.equal([
      ['pair', 'm', 'f'],
      ['position', stock],
    ])
    expect(await invalidAfter(position(5, null))).to.deep.equal([['pair', 'm', 'f']])
    expect(await invalidAfter(position(4))).to.deep.equal([])
    expect(await invalidAfter(item(1))).to.deep.equal([['record', record]])
    expect(await invalidAfter(item(2, { references: [code('A/b')] }))).to.deep.equal([['record', record]])
    expect(await invalidAfter(material(2))).to.deep.equal([['entity', poplin]])
    expect(await invalidAfter(material(3, { materialNumber: 'MT-3' }))).to.deep.equal([
      ['carriers', 'material_number:MT-1'],
      ['code', 'material_number:MT-1'],
      ['code', 'material_number:MT-3'],
      ['entity', poplin],
    ])
  })

  it('invalidates the codes of a factory, a style, or a SKU when they may refer to another one', async () => {
    const facility = (version: number, ...values: string[]): SourceEvent => ({
      kind: 'source_record',
      system: 'erp',
      recordId: 'vendor_site:S-1',
      version,
      time: timeOf(version),
      data: { kind: 'factory', fields: [], references: values.map((value) => ({ kind: 'site', value })) },
    })
    const site = uuidOf(organization, 'source_record', 'erp', 'main', 'vendor_site:S-1')
    const codesOf = (...values: string[]) => values.map((value) => ['code', value])
    await applyLog(graph, organization, [position(1)])
    expect(await invalidAfter(facility(1, 'A'))).to.deep.equal([
      ...codesOf('record_id:S-1', 'site:A'),
      ['record', site],
    ])
    expect(await invalidAfter(facility(2, 'A'))).to.deep.equal([['record', site]])
    expect(await invalidAfter(facility(3, 'A', 'B'))).to.deep.equal([
      ...codesOf('record_id:S-1', 'site:A', 'site:B'),
      ['record', site],
    ])
    expect(await invalidAfter({ ...facility(4), data: null })).to.deep.equal([
      ...codesOf('record_id:S-1', 'site:A', 'site:B'),
      ['record', site],
    ])
    const sku = (version: number, style: string, skuCode = 'K-1'): SourceEvent => ({
      kind: 'sku',
      recordId: '1',
      version,
      time: timeOf(version),
      data: { skuCode, lifecycleState: 'active', style: { recordId: style } },
    })
    const id = `id:${uuidOf(organization, 'sku', 'plm', 'main', '1')}`
    expect(await invalidAfter(sku(1, 'S-1'))).to.deep.equal(codesOf(id, 'sku_code:K-1'))
    expect(await invalidAfter(sku(2, 'S-1'))).to.deep.equal([])
    expect(await invalidAfter(sku(3, 'S-1', 'K-2'))).to.deep.equal(codesOf('sku_code:K-1', 'sku_code:K-2'))
    expect(await invalidAfter(sku(4, 'S-2', 'K-2'))).to.deep.equal(codesOf(id, 'sku_code:K-1', 'sku_code:K-2'))
    expect(await invalidAfter({ ...sku(5, ''), data: null })).to.deep.equal(codesOf(id, 'sku_code:K-1', 'sku_code:K-2'))
    const style = (version: number): SourceEvent => ({
      kind: 'style',
      recordId: 'S-1',
      version,
      time: timeOf(version),
      data: { styleNumber: 'N-1', name: 'N', lifecycleState: 'adopted' },
    })
    const own = uuidOf(organization, 'style', 'plm', 'main', 'S-1')
    expect(await invalidAfter(style(1))).to.deep.equal([...codesOf(`id:${own}`, 'style_number:N-1'), ['style', own]])
    expect(await invalidAfter(style(2))).to.deep.equal([['style', own]])
  })

  it('invalidates materials by SUPPLIED_BY, styles by PRODUCED_BY, and everything when an ERP dataset becomes active or not', async () => {
    const end = (type: string, recordId: string) => ({ type, recordId })
    const link = (type: string, from: object, version: number): SourceEvent => ({
      kind: 'link',
      recordId: type,
      version,
      time: timeOf(version),
      data: { type, from, to: end('supplier', 'V-1') },
    })
    const dataset = (version: number, lifecycle: string, system = 'erp'): SourceEvent => ({
      kind: 'dataset',
      system,
      recordId: `${system}.stock`,
      version,
      time: timeOf(version),
      data: {
        datasetId: `${system}.stock`,
        name: 'Stock',
        sourceSystem: system,
        instance: 'main',
        loadMode: 'event',
        lifecycle,
      },
    })
    const requirement: SourceEvent = {
      kind: 'requirement',
      system: 'erp',
      recordId: 'P-1',
      version: 1,
      time: timeOf(1),
      data: { sku: code('K-1'), factory: { recordId: 'FA-1' }, units: 5 },
    }
    const material2 = { ...end('material', 'M-1'), canonicalOf: { system: 'old', instance: 'eu', recordId: '9' } }
    const moved = uuidOf(organization, 'material', 'old', 'eu', '9')
    await applyLog(graph, organization, [
      ...[link('SUPPLIED_BY', end('material', 'M-1'), 1), link('SUPPLIED_BY', material2, 2)],
      ...[link('PRODUCED_BY', end('style', 'S-1'), 1), requirement, dataset(1, 'active', 'wms')],
    ])
    expect(await invalidationsOf(graph, organization)).to.deep.equal([
      ['everything', 'first'],
      ['material', moved],
      ['requirement', uuidOf(organization, 'requirement', 'erp', 'main', 'P-1')],
      ['style', uuidOf(organization, 'style', 'plm', 'main', 'S-1')],
    ])
    const materials = [uuidOf(organization, 'material', 'plm', 'main', 'M-1'), moved].sort()
    expect(await invalidAfter(link('SUPPLIED_BY', end('material', 'M-1'), 3))).to.deep.equal(
      materials.map((id) => ['material', id]),
    )
    expect(await invalidAfter(dataset(2, 'active', 'wms'))).to.deep.equal([])
    expect(await invalidAfter(dataset(1, 'active'))).to.deep.equal([['everything']])
    expect(await invalidAfter(dataset(2, 'active'))).to.deep.equal([['exceptions', 'MISSING_IN_ERP']])
    expect(await invalidAfter(dataset(3, 'paused'))).to.deep.equal([['everything']])
  })

  it('counts live rows exactly while two partitions write concurrently, also if a count reaches 0 in between', async () => {
    const comeAndGo = (partition: string) =>
      Array.from({ length: 12 }, (_, n): SourceEvent[] => {
        const recordId = `${partition}-${n}`
        const first = { ...position(1), recordId }
        return n < 10 ? [first, { ...position(2, null), recordId }] : [first]
      }).flat()
    const logs = ['a', 'b'].map(comeAndGo)
    await Promise.all(logs.map((log) => applyLog(graph, organization, log, log.map((_, at) => at).concat(log.length))))
    expect((await connectedFound(graph, organization)).rows).to.deep.equal(['erp.material_stock | 4'])
    const ends = logs.map((log) => log.slice(-2).map(({ recordId }) => ({ ...position(2, null), recordId })))
    await Promise.all(ends.map((log) => applyLog(graph, organization, log)))
    expect((await connectedFound(graph, organization)).rows).to.deep.equal([])
  })

  it('does not change other organizations', async () => {
    const other = freshOrganization()
    await applyLog(graph, other, [position(1), item(1), material(1)])
    const before = await graphLines(graph, other)
    await applyLog(graph, organization, [position(5, null), item(5, null), position(1), item(6), material(2)])
    expectSame(before, await graphLines(graph, other))
    await wipe(graph, other)
  })

  it('stores no secrets and no personal data', async () => {
    const secrets = ['hunter2zqjx', 'jane.doe@example.com', 'erp-db.internal', 'Jane Zqjxdoe', '+49 30 1234567']
    const [password = '', email = '', host = '', name = '', phone = ''] = secrets
    const raw = {
      db: { PASSWORD: password, hosts: [host], note: `mail ${email}`, dsn: `postgres://sa:${password}@${host}/x` },
      contact: { name, phone },
      headers: [{ name: 'Authorization', value: `Bearer ${password}` }],
      [email]: 1,
      embedded: JSON.stringify({ token: password, lastName: name }),
    }
    const fields = [
      { name: 'buyer', sourceField: 'BUYER_EMAIL', value: email },
      { name: 'remark', sourceField: `call ${phone}`, value: `call ${phone}` },
      { name: 'contactName', value: [name] },
    ]
    const references = [
      { kind: 'email', value: password },
      { kind: 'login', value: name },
      { kind: 'web', value: email },
    ]
    const load: SourceEvent = {
      kind: 'dataset_load',
      system: 'erp',
      recordId: 'run-1',
      version: 1,
      time: timeOf(1),
      data: {
        datasetId: 'erp.items',
        status: 'failed',
        startedAt: timeOf(1),
        error: `no route to ${host}:5432 with password=${password}`,
      },
    }
    await applyLog(graph, organization, [item(1, { raw, fields, references }), load])
    const rows = await everyNode(graph, organization)
    expect(rows.length).to.be.greaterThan(3)
    for (const secret of secrets) expect(JSON.stringify(rows)).to.not.contain(secret)
    expect(await documentOf('SourceRecord')).to.deep.include({ references: [], facilityIds: [] })
    expect(JSON.stringify(rows)).to.contain('no route to [redacted]')
  })
})

function permutationsOf<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, at) => permutationsOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}
