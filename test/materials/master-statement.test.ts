import { expect } from 'chai'
import { getConnectedRecord } from '../../api/operations/materials/get-connected-record.ts'
import { searchConnectedRecords } from '../../api/operations/materials/search-connected-records.ts'
import type { ConnectedField } from '../../schemas/materials/connected-records.ts'
import { call } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { applyLog } from '../support/events/apply-log.ts'
import { type SourceEvent, timeOf } from '../support/events/source-event.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { wipe } from '../support/graph/graph-lines.ts'
import { drain, exceptionsOf } from '../support/materials/reconciled.ts'

const graph = connectTestGraph({ writeTimeoutMs: 60_000 })

const material = (version: number, more: Record<string, unknown> = {}, system = 'plm'): SourceEvent => ({
  kind: 'material',
  system,
  recordId: 'M-1',
  version,
  time: timeOf(version),
  data: {
    ...{ materialNumber: 'MT-1', name: 'Twill', materialType: 'fabric', baseUom: 'MTR', weightGsm: '200' },
    ...{
      composition: [
        { fibre: 'cotton', percent: '97.5' },
        { fibre: 'elastane', percent: '2.5' },
      ],
    },
    ...{ lifecycleState: 'approved', ...more },
  },
})
const sourceRecord = (
  system: string,
  values: Record<string, unknown>,
  at: number,
  unit: string | null = null,
): SourceEvent => ({
  kind: 'source_record',
  system,
  recordId: `item:${system}-1`,
  version: at,
  time: timeOf(at),
  data: {
    kind: 'material',
    sourceUpdatedAt: timeOf(at),
    references: [{ kind: 'material_number', value: 'MT-1' }],
    fields: Object.entries(values).map(([name, value]) => ({ name, value, unit })),
  },
})

describe('the fields from the system that owns a material', () => {
  let organization: string
  beforeEach(() => {
    organization = freshOrganization()
  })
  afterEach(() => wipe(graph, organization))
  after(() => graph.close())

  async function feed(...log: SourceEvent[]) {
    await applyLog(graph, organization, log)
    await drain(graph, organization)
  }
  const context = () => contextFor(graph, organization, ['materials:read'])
  async function fields() {
    const { data } = await call(getConnectedRecord, { kind: 'material', ref: 'plm:main:M-1' }, context())
    const searched = await call(searchConnectedRecords, { kind: 'material' }, context())
    if (data.sourceRecords.length > 0) expect(searched.data).to.deep.equal([data])
    return new Map(data.fields.map((field) => [field.name, field]))
  }
  const shown = (field: ConnectedField | undefined) =>
    field && [field.value, field.sourceSystem, field.recordId, field.observedAt, field.conflict]

  it('are the source of truth for its properties, and mark a conflict if the ERP has other values', async () => {
    const erp = { name: 'DENIM', baseUom: 'KGM', weightGsm: '400', moq: '300' }
    await feed(material(3), sourceRecord('erp', erp, 9))
    const found = await fields()
    expect(shown(found.get('name'))).to.deep.equal(['Twill', 'plm', 'M-1', timeOf(3), true])
    expect(shown(found.get('baseUom'))).to.deep.equal(['MTR', 'plm', 'M-1', timeOf(3), true])
    expect(shown(found.get('weightGsm'))).to.deep.equal(['200', 'plm', 'M-1', timeOf(3), true])
    expect(shown(found.get('materialType'))).to.deep.equal(['fabric', 'plm', 'M-1', timeOf(3), false])
    expect(shown(found.get('moq'))).to.deep.equal(['300', 'erp', 'erp-1', timeOf(9), false])
    expect(shown(found.get('lifecycleState'))).to.deep.equal(['approved', 'plm', 'M-1', timeOf(3), false])
    expect([...found.keys()]).to.not.include.members(['widthCm', 'certifications'])
  })

  it('do not conflict with equal values in another notation', async () => {
    const same = { baseUom: 'MTR', weightGsm: '200.0', composition: 'Elastane 2.50 % / Cotton 97.5 %' }
    await feed(material(1), sourceRecord('erp', same, 2, 'GM'))
    const found = await fields()
    for (const name of Object.keys(same)) expect(found.get(name)?.conflict, name).to.equal(false)
    expect(found.get('composition')?.value).to.deep.equal(['97.5% cotton', '2.5% elastane'])
    await feed(sourceRecord('erp', { ...same, composition: 'Cotton 98 % / Elastane 2 %' }, 3))
    expect((await fields()).get('composition')?.conflict).to.equal(true)
  })

  it('change with each event of the material, in any order with source records', async () => {
    await feed(sourceRecord('erp', { name: 'Denim' }, 9))
    expect([...(await fieldsOfCode())]).to.deep.equal([['name', 'Denim', false]])
    await feed(material(1))
    expect((await fields()).get('name')).to.deep.include({ value: 'Twill', conflict: true, observedAt: timeOf(1) })
    await feed(material(2, { name: 'Denim', weightGsm: null }))
    const found = await fields()
    expect(found.get('name')).to.deep.include({ value: 'Denim', conflict: false, observedAt: timeOf(2) })
    expect(found.has('weightGsm')).to.equal(false)
    await feed({ ...material(3), data: null })
    expect([...(await fieldsOfCode())]).to.deep.equal([['name', 'Denim', false]])
  })

  async function fieldsOfCode() {
    const { data } = await call(getConnectedRecord, { kind: 'material', ref: 'erp:main:erp-1' }, context())
    return data.fields.map(({ name, value, conflict }) => [name, value, conflict])
  }

  it('are the only fields of a material without source records', async () => {
    await feed(material(4))
    const found = await fields()
    expect(shown(found.get('name'))).to.deep.equal(['Twill', 'plm', 'M-1', timeOf(4), false])
    expect(shown(found.get('baseUom'))).to.deep.equal(['MTR', 'plm', 'M-1', timeOf(4), false])
  })

  it('take precedence by system: those of an MDM only where the PLM has no value', async () => {
    const log = [material(5, {}, 'mdm'), sourceRecord('plm', { name: 'Twill 200', weightGsm: '210' }, 1)]
    await feed(...log)
    const ref = { kind: 'material', ref: 'mdm:main:M-1' }
    const { data } = await call(getConnectedRecord, ref, context())
    const found = new Map(data.fields.map((field) => [field.name, field]))
    expect(shown(found.get('name'))).to.deep.equal(['Twill 200', 'plm', 'plm-1', timeOf(1), true])
    expect(shown(found.get('materialType'))).to.deep.equal(['fabric', 'mdm', 'M-1', timeOf(5), false])
  })

  it('are not a source record, and cause no exception', async () => {
    await feed(material(1), sourceRecord('erp', { name: 'DENIM', baseUom: 'KGM' }, 2))
    expect(await exceptionsOf(graph, organization)).to.deep.equal([])
    const { data } = await call(getConnectedRecord, { kind: 'material', ref: 'plm:main:M-1' }, context())
    expect(data.sourceRecords.map(({ system }) => system)).to.deep.equal(['erp'])
  })
})
