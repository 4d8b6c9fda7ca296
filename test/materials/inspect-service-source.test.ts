import { expect } from 'chai'
import type { SourceInspection } from '../../schemas/materials/source-inspection.ts'
import { assertProblemCode } from '../support/api/contract.ts'
import { fillConnected, materialIdOf, type TestField } from '../support/materials/connected.ts'
import { type ConnectedApi, refusalOf, startConnectedApi } from '../support/materials/connected-api.ts'
import {
  at,
  connectedRecord,
  dataset,
  exception,
  HOUR_MS,
  load,
  sourceSummary,
} from '../support/materials/connected-rows.ts'

const PATH = '/v1/sources/inspect'
const items = 'erp.item_master'
const declared = { unit: null, nullable: true, description: null }
const field = (name: string, type: string, more: Partial<TestField> = {}): TestField => ({
  system: 'erp',
  instance: 'main',
  recordType: 'item_master',
  datasetId: items,
  name,
  type,
  firstSeenAt: at(-HOUR_MS),
  ...more,
})
const letter = (offset: number, recordType = 'item_master', recordId = '100-1') => ({
  system: 'erp',
  instance: 'main',
  recordType,
  recordId,
  reason: 'invalid_data',
  detail: `field ${offset}`,
  at: at(-offset * 1000),
  partition: 3,
  offset,
})

/** Loads, newest first. The newest six failed, more than a response lists; freshness depends on the others. */
const loads = Array.from({ length: 8 }, (_, n) => load(items, -n * HOUR_MS, n < 6 ? { status: 'failed' } : {}))

describe('the inspection of a source over HTTP', () => {
  let world: ConnectedApi
  let material: string

  before(async () => {
    world = await startConnectedApi()
    const { graph, ours, theirs } = world
    material = materialIdOf(ours.key, 'M-1')
    const end = { id: material, code: 'M-1', label: null }
    const mapped = [{ name: 'standardCost', sourceField: 'STPRS', value: '3.2', unit: 'EUR' }]
    const raw = { MATNR: '100-1', PASSWORD: '[redacted]' }
    const source = (recordId: string, more = {}) => ({
      kind: 'material' as const,
      connectedId: material,
      fields: mapped,
      raw,
      summary: sourceSummary('erp', recordId, more),
    })
    await fillConnected(graph, ours.key, {
      datasets: [
        dataset(items, {
          fields: [
            { ...declared, name: 'STPRS', type: 'decimal', classification: 'confidential' },
            { ...declared, name: 'GONE', type: 'text', classification: 'internal' },
            { ...declared, name: 'BUYER_EMAIL', type: 'text', classification: 'personal' },
          ],
        }),
        dataset('erp.purchase_orders', { instance: 'asia' }),
        dataset('wms.material_stock'),
      ],
      loads,
      fields: [
        field('STPRS', 'decimal'),
        field('ZZ', 'boolean'),
        { ...field('BUYER_EMAIL', 'text'), type: null, isHidden: true },
        { ...field('PASSWORD', 'text'), type: null, isHidden: true },
        field('LIFNR', 'text', { recordType: 'vendor', datasetId: 'erp.vendors' }),
      ],
      sources: [source('100-1'), source('100-2'), source('100-1', { instance: 'asia' })],
      records: [connectedRecord({ id: material, label: 'M-1' }, ['erp'])],
      exceptions: [
        exception(ours.key, 'a', { material: end }),
        exception(ours.key, 'b', { material: end, status: 'resolved' }),
        exception(ours.key, 'c', { material: end, systems: ['wms'] }),
      ],
      letters: [
        ...[letter(5), letter(2), letter(9, 'vendor', '7')],
        ...[3, 4].map((offset) => ({ ...letter(offset, 'article', 'A-1'), system: 'pim', instance: 'eu' })),
        { ...letter(6, '', 'no type'), system: 'pim' },
        ...Array.from({ length: 25 }, (_, n) => letter(100 + n, 'vendor', '8')),
      ],
    })
    await fillConnected(graph, theirs.key, { datasets: [dataset('mdm.items')], letters: [letter(1)] })
  })
  after(() => world.close())

  const inspect = async (inputs: Record<string, string>) =>
    (await world.read<{ data: SourceInspection }>(PATH, inputs)).data

  it('returns instances, record types, the last five loads, and schema drift', async () => {
    const { instances, recordTypes, lastLoads, schemaDrift, records } = await inspect({ system: 'erp' })
    expect(instances).to.deep.equal(['asia', 'main'])
    expect(recordTypes).to.deep.equal([
      {
        name: 'item_master',
        datasetId: items,
        rowCount: 3,
        fields: [
          { name: 'STPRS', type: 'decimal', classification: 'confidential' },
          { name: 'ZZ', type: 'boolean', classification: null },
        ],
      },
      {
        name: 'vendor',
        datasetId: 'erp.vendors',
        rowCount: 0,
        fields: [{ name: 'LIFNR', type: 'text', classification: null }],
      },
    ])
    expect(lastLoads).to.deep.equal(loads.slice(0, 5))
    expect(schemaDrift.map((drift) => `${drift.field} ${drift.change}`)).to.deep.equal(['GONE missing', 'ZZ added'])
    expect(records).to.deep.equal([])
    const vendors = await inspect({ system: 'erp', recordType: 'vendor' })
    expect(vendors.recordTypes.map(({ name }) => name)).to.deep.equal(['vendor'])
    expect(vendors.schemaDrift).to.deep.equal([])
  })

  it('returns a record as it was ingested, with its match, exceptions, and dead letters', async () => {
    const { records } = await inspect({ system: 'erp', recordType: 'item_master', recordId: '100-1' })
    expect(records.map(({ instance }) => instance)).to.deep.equal(['asia', 'main'])
    expect(records[1]).to.deep.equal({
      instance: 'main',
      recordType: 'item_master',
      kind: 'material',
      record: sourceSummary('erp', '100-1'),
      raw: { MATNR: '100-1', PASSWORD: '[redacted]' },
      mapping: [{ sourceField: 'STPRS', canonicalField: 'standardCost', value: '3.2' }],
      match: { state: 'matched', connectedRef: material },
      openExceptions: [{ exceptionId: exception(world.ours.key, 'a').exceptionId, code: 'QUANTITY_MISMATCH' }],
      deadLetters: [2, 5].map((n) => {
        const { reason, detail, at: time, partition, offset } = letter(n)
        return { reason, detail, at: time, partition, offset }
      }),
    })
    expect((await inspect({ system: 'erp', recordId: '100-1' })).records).to.deep.equal(records)
    expect((await inspect({ system: 'erp', recordId: '100-2' })).records[0]?.deadLetters).to.deep.equal([])
  })

  it('returns the newest 20 dead letters of a record of which no event was accepted', async () => {
    const { records } = await inspect({ system: 'erp', recordId: '7' })
    expect(records).to.have.length(1)
    expect(records[0]).to.deep.include({ recordType: 'vendor', kind: null, record: null, raw: null, match: null })
    expect(records[0]?.deadLetters).to.have.length(1)
    const [many] = (await inspect({ system: 'erp', recordId: '8' })).records
    const newest = Array.from({ length: 20 }, (_, n) => 100 + n)
    expect(many?.deadLetters.map(({ offset }) => offset)).to.deep.equal(newest)
  })

  it('returns the dead letters of a system of which no event was accepted, to their organization only', async () => {
    const { instances, recordTypes, records } = await inspect({ system: 'pim', recordId: 'A-1' })
    expect({ instances, recordTypes }).to.deep.equal({ instances: ['eu', 'main'], recordTypes: [] })
    expect(records).to.have.length(1)
    expect(records[0]).to.deep.include({ instance: 'eu', recordType: 'article', kind: null, record: null })
    expect(records[0]?.deadLetters.map(({ offset }) => offset)).to.deep.equal([3, 4])
    expect(await inspect({ system: 'pim', recordType: 'article', recordId: 'A-1' })).to.deep.include({ records })
    expect((await inspect({ system: 'pim' })).records).to.deep.equal([])
    const get = (query: string, token: string) => world.api.get(`${PATH}?${query}`, token)
    await assertProblemCode(await get('system=pim&recordId=A-1', world.tokens.theirs), 'source_not_found')
    await assertProblemCode(await get('system=pim&recordId=A-2', world.tokens.ours), 'record_not_found')
    // A dead letter whose subject has no record type belongs to no record.
    await assertProblemCode(await get('system=pim&recordId=no%20type', world.tokens.ours), 'record_not_found')
  })

  it('rejects a record type that the system does not have, and lists those that it has', async () => {
    const faultOf = async (query: string) => {
      const answer = await world.api.get(`${PATH}?${query}`, world.tokens.ours)
      const { errors, detail } = await assertProblemCode(answer, 'invalid_request')
      expect(detail).to.equal(errors?.map((fault) => `${fault.name} ${fault.detail}.`).join(' '))
      return errors?.map((fault) => `${fault.in} ${fault.name} ${fault.detail}`)
    }
    const named = ['query recordType must be one of: item_master, vendor']
    expect(await faultOf('system=erp&recordType=item_mastr')).to.deep.equal(named)
    expect(await faultOf('system=erp&recordType=item_mastr&recordId=100-1')).to.deep.equal(named)
    expect(await faultOf('system=pim&recordType=item_master')).to.deep.equal([
      'query recordType must be one of: article',
    ])
    expect(await faultOf('system=wms&recordType=item')).to.deep.equal([
      'query recordType matches nothing because the system has no record types',
    ])
  })

  it('returns 404 for unknown systems and records, and for those of another organization', async () => {
    const get = (query: string, token = world.tokens.ours) => world.api.get(`${PATH}?${query}`, token)
    const unknown = await refusalOf(await get('system=none'), 'source_not_found')
    expect(await refusalOf(await get('system=mdm'), 'source_not_found')).to.equal(unknown)
    await assertProblemCode(await get('system=erp&recordId=none'), 'record_not_found')
    await assertProblemCode(await get('system=erp&recordType=vendor&recordId=100-1'), 'record_not_found')
    await assertProblemCode(await get('system=mdm&recordId=100-1', world.tokens.theirs), 'record_not_found')
    for (const invalid of [
      '',
      'system=ERP',
      'system=erp&recordType=Item',
      'system=erp&recordId=',
      'system=erp&host=x',
    ]) {
      await assertProblemCode(await get(invalid), 'invalid_request')
    }
    const { text } = await world.ours.issue({ scopes: ['graph:read'] })
    await assertProblemCode(await get('system=erp', text), 'insufficient_scope')
  })
})
