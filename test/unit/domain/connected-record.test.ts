import { expect } from 'chai'
import { evaluateRecord } from '../../../domain/exceptions/evaluate-record.ts'
import {
  type ConnectedSources,
  connectedRecord,
  type MatchedRecord,
} from '../../../domain/materials/connected-record.ts'
import { ConnectedRecord } from '../../../schemas/materials/connected-records.ts'
import { codesAbout } from '../../../schemas/materials/exception-table.ts'
import { input } from '../../support/materials/positions.ts'

const [M1, M2] = ['a5a0ab7d-e70a-5115-b601-3582cd489e66', '9f5df282-20cc-5ecf-9412-071f8be67c0a']
const owner = { id: M1, label: 'MT-1 Poplin', code: 'MT-1' }
const hourOf = (hour: number) => `2026-03-14T${String(hour).padStart(2, '0')}:00:00.000Z`

type Fields = Record<string, string | boolean | string[] | null>

/** A source record of a system with these fields, observed at `hour`. */
function saying(system: string, fields: Fields, { hour = 1, id = `${system}-1`, isLive = true } = {}): MatchedRecord {
  const times = { sourceUpdatedAt: hourOf(hour), extractedAt: null, ingestedAt: hourOf(9) }
  return {
    id,
    isLive,
    summary: {
      system,
      instance: 'main',
      recordType: 'item',
      recordId: id,
      recordVersion: '1',
      ...times,
      deletedInSource: !isLive,
      contentHash: 'sha256:00',
      datasetId: `${system}.items`,
    },
    fields: Object.entries(fields).map(([name, value]) => ({ name, value, unit: null })),
    inputs: [input('source_record', id, hour), input('material', 'M-1', 2)],
  }
}

const group = (records: MatchedRecord[], fields: Partial<ConnectedSources> = {}): ConnectedSources => ({
  kind: 'material',
  id: M1,
  records,
  owners: [owner],
  isExact: true,
  facility: null,
  ...fields,
})
const fieldOf = (records: MatchedRecord[], name = 'name') => {
  const { fields } = ConnectedRecord.parse(connectedRecord(group(records)))
  const found = fields.find((field) => field.name === name)
  return found && [found.value, found.sourceSystem, found.conflict]
}

describe('the fields of a connected record', () => {
  const knows: [string, string, string][] = [
    ['composition', 'plm', 'erp'],
    ['baseUom', 'plm', 'wms'],
    ['approvalState', 'plm', 'erp'],
    ['price', 'erp', 'plm'],
    ['supplierCode', 'erp', 'plm'],
    ['onHand', 'wms', 'erp'],
    ['onHand', 'wms', 'factory_portal'],
    ['lotCount', 'factory_portal', 'erp'],
    ['storageLocation', 'wms', 'erp'],
    ['stockLocation', 'wms', 'factory_portal'],
    ['onOrder', 'erp', 'wms'],
  ]
  for (const [name, better, other] of knows) {
    it(`include ${name} from ${better}, even if ${other} sends a later value`, () => {
      const records = [saying(other, { [name]: 'b' }, { hour: 8 }), saying(better, { [name]: 'a' })]
      expect(fieldOf(records, name)).to.deep.equal(['a', better, true])
      expect(fieldOf(records.toReversed(), name)).to.deep.equal(['a', better, true])
    })
  }

  it('come from the newest record if they have no source of truth, and from the first record at equal times', () => {
    expect(fieldOf([saying('erp', { hue: 'a' }, { hour: 2 }), saying('plm', { hue: 'b' })], 'hue')).to.deep.equal([
      'a',
      'erp',
      true,
    ])
    const same = [saying('wms', { hue: 'b' }, { id: 'r-2' }), saying('erp', { hue: 'a' }, { id: 'r-1' })]
    expect(fieldOf(same, 'hue')).to.deep.equal(['a', 'erp', true])
  })

  it('have no conflict if their values are equal, or are equal amounts', () => {
    expect(fieldOf([saying('plm', { widthCm: '1.50' }), saying('erp', { widthCm: '1.5' })], 'widthCm')).to.deep.equal([
      '1.50',
      'plm',
      false,
    ])
    expect(fieldOf([saying('plm', { name: 'a' }), saying('erp', { name: null })])).to.deep.equal(['a', 'plm', false])
  })

  it('come from another record if the source of truth has no value', () => {
    expect(fieldOf([saying('plm', { name: null }), saying('erp', { name: 'b' })])).to.deep.equal(['b', 'erp', false])
    expect(fieldOf([saying('plm', { name: null })])).to.deep.equal([null, 'plm', false])
  })

  it('include those of the system that owns the material, unless several materials match', () => {
    const statement = {
      ...{ id: M1, isLive: true, system: 'plm', recordId: 'M-1', observedAt: hourOf(1), isUnitNamed: true },
      fields: [{ name: 'widthCm', value: '148', unit: null }],
    }
    const erp: MatchedRecord = {
      ...saying('erp', { widthCm: '150' }, { hour: 8 }),
      fields: [{ name: 'widthCm', value: '148.0', unit: 'CMT' }],
    }
    const shown = (owners: ConnectedSources['owners'], records: MatchedRecord[] = [erp]) =>
      connectedRecord(group(records, { owners })).fields.map((field) => [
        field.value,
        field.sourceSystem,
        field.conflict,
      ])
    const master = { ...owner, statement }
    expect(shown([master])).to.deep.equal([['148', 'plm', false]])
    expect(shown([master], [saying('erp', { widthCm: '150' }, { hour: 8 })])).to.deep.equal([['148', 'plm', true]])
    expect(shown([master, { id: M2, label: 'MT-2' }])).to.deep.equal([['148.0', 'erp', false]])
    expect(shown([owner])).to.deep.equal([['148.0', 'erp', false]])
    const gone = saying('wms', { widthCm: '7' }, { isLive: false })
    expect(shown([master], [gone])).to.deep.equal([['148', 'plm', false]])
  })

  it('come from deleted records only if no live one exists', () => {
    const gone = saying('plm', { name: 'a' }, { isLive: false })
    expect(fieldOf([gone, saying('erp', { name: 'b' })])).to.deep.equal(['b', 'erp', false])
    expect(fieldOf([gone])).to.deep.equal(['a', 'plm', false])
  })
})

describe('a connected record', () => {
  it('has the label of its material, and lists its source records in order', () => {
    const record = connectedRecord(group([saying('wms', {}), saying('erp', { name: 'x' })]))
    expect(ConnectedRecord.parse(record)).to.deep.include({
      id: M1,
      ref: M1,
      label: 'MT-1 Poplin',
      canonicalEntityId: M1,
    })
    expect(record.sourceRecords.map(({ system }) => system)).to.deep.equal(['erp', 'wms'])
    expect(record.match).to.deep.equal({ state: 'matched', method: 'exact_key', candidates: [M1] })
    expect(connectedRecord(group([saying('erp', {})], { isExact: false })).match.method).to.equal('crosswalk')
  })

  it('has the label of its source record if no material or several match', () => {
    const alone = connectedRecord(group([saying('erp', { name: 'Twill' })], { owners: [] }))
    expect(alone).to.deep.include({ label: 'erp-1 Twill', canonicalEntityId: null })
    expect(alone.match).to.deep.equal({ state: 'unmatched', method: null, candidates: [] })
    const owners = [owner, { id: M2, label: 'MT-2', code: 'MT-2' }]
    const ambiguous = connectedRecord(group([saying('erp', {})], { owners }))
    expect(ambiguous).to.deep.include({ label: 'erp-1', canonicalEntityId: null })
    expect(ambiguous.match).to.deep.equal({ state: 'ambiguous', method: null, candidates: [M1, M2] })
  })

  it('of a factory has its operator, country, capabilities, and sourcing models', () => {
    const fields = {
      name: 'Porto Sewing',
      countryCode: 'PT',
      capabilities: ['cut', 'sew'],
      sourcingModels: ['fob', 'cmt'],
    }
    const factory = { kind: 'factory' as const, owners: [{ id: M2, label: 'Porto Ltd' }], facility: 'FA-1' }
    expect(ConnectedRecord.parse(connectedRecord(group([saying('erp', fields)], factory)))).to.deep.include({
      label: 'Porto Sewing',
      operatorSupplierId: M2,
      canonicalEntityId: M2,
      countryCode: 'PT',
      capabilities: ['cut', 'sew'],
      sourcingModels: ['cmt', 'fob'],
    })
    const bare = connectedRecord(group([saying('erp', { countryCode: 'Portugal' })], { ...factory, owners: [] }))
    expect(ConnectedRecord.parse(bare)).to.deep.include({
      label: 'FA-1',
      operatorSupplierId: null,
      canonicalEntityId: null,
      countryCode: null,
      capabilities: [],
      sourcingModels: [],
    })
  })
})

describe('the exceptions of a connected record', () => {
  const second = saying('erp', {}, { id: 'erp-2' })
  const gone = saying('erp', {}, { isLive: false })
  const otherType = { ...second, summary: { ...second.summary, recordType: 'vendor_item' } }
  const elsewhere = { ...second, summary: { ...second.summary, instance: 'east' } }
  const owners = [owner, { id: M2, label: 'MT-2 Twill' }]

  /** Name, connected record, and expected exceptions of each case; "…" continues the name of the case before. */
  const cases: [string, ConnectedSources, string[]][] = [
    [
      'one system has several live records of one type for one owner',
      group([saying('erp', {}), second]),
      ['DUPLICATE_SOURCE_RECORD medium erp-1, erp-2'],
    ],
    ['… which are of two systems', group([saying('erp', {}), saying('wms', {})]), []],
    ['… of which one is gone', group([saying('erp', {}), { ...second, isLive: false }]), []],
    ['… of two types', group([saying('erp', {}), otherType]), []],
    ['… of two instances', group([saying('erp', {}), elsewhere]), []],
    [
      'a live record has several owners',
      group([saying('erp', {})], { owners }),
      ['AMBIGUOUS_MATCH medium MT-1 Poplin, MT-2 Twill'],
    ],
    ['… which is gone', group([gone], { owners }), []],
    ['… which has none', group([saying('erp', {})], { owners: [] }), []],
  ]
  for (const [what, sources, exceptions] of cases)
    it(`${exceptions.map((one) => one.split(' ')[0]).join(' and ') || 'are none'}: ${what}`, () => {
      const found = evaluateRecord(sources).map(({ code, severity, observed }) => `${code} ${severity} ${observed}`)
      expect(found).to.deep.equal(exceptions)
    })

  it('have a case for each code', () => {
    const found = new Set(cases.flatMap(([, , exceptions]) => exceptions.map((one) => one.split(' ')[0])))
    expect([...found].sort()).to.deep.equal(codesAbout('connected record').sort())
  })

  it('name the systems and datasets of the records, and the material that they match', () => {
    expect(evaluateRecord(group([second, saying('erp', {})]))[0]).to.deep.include({
      systems: ['erp'],
      datasetIds: ['erp.items'],
    })
    // Records of a material match by the owner of their codes, records of a factory by their facility ID.
    const kindsOf = (sources: ConnectedSources) =>
      evaluateRecord(sources).flatMap(({ inputs }) => inputs.map(({ kind }) => kind))
    expect(kindsOf(group([saying('erp', {}), second]))).to.include('material')
    expect(kindsOf(group([saying('erp', {}), second], { kind: 'factory' }))).not.to.include('material')
  })
})
