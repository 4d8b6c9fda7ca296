import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { eventWarnings } from '../../../domain/events/event-warnings.ts'
import { nearestField } from '../../../schemas/checking/nearest-name.ts'
import { bomData } from '../../../schemas/records/bom-events.ts'
import { recordData } from '../../../schemas/records/record-events.ts'
import { supplierEvent } from '../../support/events/events.ts'

const warningsOf = (kind: string, data: unknown) =>
  eventWarnings({ type: `tenantdata.${kind}.v1`, data }).map(({ field, detail, text }) =>
    [field, ...(text === null ? [] : [text]), detail].join(' '),
  )
const unknown = (field: string, meant?: string) =>
  `${field} is not a field, and is ignored${meant ? `; did you mean ${meant}?` : ''}`

describe('warnings about an event', () => {
  it('name unknown fields at any depth, with the most similar field', () => {
    const material = { baseUnit: 'MTR', widthCM: '1', composition: [{ fiber: 'cotton', percent: '100' }], xyz: 1 }
    expect(warningsOf('material.upserted', material)).to.deep.equal([
      unknown('data.baseUnit', 'baseUom'),
      unknown('data.widthCM', 'widthCm'),
      unknown('data.composition[].fiber', 'fibre'),
      unknown('data.xyz'),
    ])
    const line = { material: { materialNumbr: 'x' }, supplier: null, yields: [{ sku: 'K' }, { netyield: '1' }] }
    expect(warningsOf('bom.style', { lines: [line] })).to.deep.equal([
      unknown('data.lines[].material.materialNumbr', 'materialNumber'),
      unknown('data.lines[].yields[].netyield', 'netYield'),
    ])
  })

  it('use the form of a link or a reference that the event has', () => {
    const link = { type: 'SUPPLIED_BY', from: { recordId: 'M', nummer: 1 }, properties: { share: 1, prise: 2 } }
    expect(warningsOf('link.upserted', link)).to.deep.equal([
      unknown('data.from.nummer'),
      unknown('data.properties.share'),
      unknown('data.properties.prise', 'price'),
    ])
    expect(warningsOf('position.upserted', { material: { kind: 'mpn', valu: 'a' } })).to.deep.equal([
      unknown('data.material.valu', 'value'),
    ])
  })

  it('do not occur for fields that the contract leaves open, deletions, or unknown types', () => {
    expect(warningsOf('source_record.upserted', { raw: { Any: [{ thing: ' x ' }] } })).to.deep.equal([])
    expect(warningsOf('material.deleted', { anything: 1 })).to.deep.equal([])
    expect(warningsOf('no.such', { anything: 1 })).to.deep.equal([])
    for (const json of [null, 1, 'x', [], {}, { type: 1 }, { type: 'tenantdata.material.upserted.v1' }])
      expect(eventWarnings(json)).to.deep.equal([])
  })

  it('name attributes that are almost known, but not extensions of CloudEvents', () => {
    const event = supplierEvent('quillmere', 'V-1')
    const fields = { sourceVersion: '1', datacontentype: 'x', traceparent: '00', dataschema: 'x', partitionkey: 'k' }
    expect(eventWarnings({ ...event, ...fields }).map(({ field, detail }) => `${field} ${detail}`)).to.deep.equal([
      'sourceVersion is not an attribute of events, and is ignored; did you mean sourceversion?',
      'datacontentype is not an attribute of events, and is ignored; did you mean datacontenttype?',
    ])
  })

  it('show white space and invisible characters of codes and keys as escapes', () => {
    const found = eventWarnings({
      ...supplierEvent('quillmere', 'V-1\u200b'),
      id: ' e-1',
      data: {
        supplierCode: 'SUP-1\t\u00a0 ',
        name: ' Tessaro ',
        references: [{ value: 'x ' }, { value: '\u200bFAB\u00ad-1 ' }],
      },
    })
    expect(found.map(({ reason, field, text }) => [reason, field, text])).to.deep.equal([
      ['white_space', 'id', '" e-1"'],
      ['hidden_characters', 'subject', '"V-1\\u200b"'],
      ['white_space', 'data.supplierCode', '"SUP-1\\u0009\\u00a0 "'],
      ['white_space', 'data.references[].value', '"x "'],
      ['hidden_characters', 'data.references[].value', '"\\u200bFAB\\u00ad-1 "'],
    ])
    for (const recordId of ['M-1\ufe0f', '\u3164M-1', 'M\u00ad-1', 'M-1 ', '\tM-1'])
      expect(warningsOf('bom.style', { style: { recordId } }), JSON.stringify(recordId)).to.have.length(1)
    for (const recordId of ['M-1', 'M 1', 'M\u00e9-1', '\u{1f600}'])
      expect(warningsOf('bom.style', { style: { recordId } }), recordId).to.deep.equal([])
  })

  it('do not occur for any sample of the docs', () => {
    const lines = readFileSync(join(projectFolder, 'docs/examples/events.ndjson'), 'utf8').split('\n').filter(Boolean)
    expect(lines.length).to.be.above(20)
    for (const line of lines) expect(eventWarnings(JSON.parse(line))).to.deep.equal([])
  })

  it('find no known field of any type unknown', () => {
    const records = Object.entries(recordData).map(([kind, schema]) => [`${kind}.upserted`, schema] as const)
    const publications = Object.entries(bomData).map(([action, schema]) => [`bom.${action}`, schema] as const)
    for (const [type, schema] of [...records, ...publications]) {
      const shapes = 'options' in schema ? schema.options.map(({ shape }) => shape) : [schema.shape]
      for (const shape of shapes) {
        const data = Object.fromEntries(Object.keys(shape).map((name) => [name, null]))
        expect(warningsOf(type, data), type).to.deep.equal([])
        expect(warningsOf(type, { ...data, zzzz: 1 }), type).to.deep.equal([unknown('data.zzzz')])
      }
    }
  })
})

describe('the most similar field', () => {
  it('has few other letters, the same letters, or the same beginning', () => {
    const names = ['baseUom', 'purchaseUom', 'materialNumber', 'materialType', 'fibre']
    for (const [given, expected] of [
      ['baseUnit', 'baseUom'],
      ['BASE_UOM', 'baseUom'],
      ['baseUon', 'baseUom'],
      ['fiber', 'fibre'],
      ['materialNo', 'materialNumber'],
      ['colour', null],
      ['', null],
      ['materialABCDEFG', null],
    ] as const)
      expect(nearestField(given, names), given).to.equal(expected)
  })
})
