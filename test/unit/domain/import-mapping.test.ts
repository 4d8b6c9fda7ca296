import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { parse } from 'yaml'
import { parseMapping } from '../../../cli/import/read-mapping.ts'
import { fieldTypeOf } from '../../../domain/imports/field-type.ts'
import { matchParts, parseParts } from '../../../domain/imports/values/match-parts.ts'
import { BomRow } from '../../../schemas/imports/bom-row.ts'
import { mappingSchema } from '../../../schemas/imports/mapping-schema.ts'
import { eventSchemas } from '../../../schemas/records/event-schemas.ts'
import { RecordKind, recordData } from '../../../schemas/records/record-events.ts'
import { messyMappings } from '../../support/events/messy-tables.ts'

const schemaFile = join(import.meta.dirname, '../../../schemas/mappings/mapping.json')

describe('the JSON Schema of mappings', () => {
  const validate = new Ajv2020({ strict: false }).compile(mappingSchema())

  it('is committed as it is generated', () => {
    expect(readFileSync(schemaFile, 'utf8')).to.equal(`${JSON.stringify(mappingSchema(), null, 2)}\n`)
  })

  it('accepts mappings that tda accepts, and rejects unknown settings and fields', () => {
    for (const [name, text] of Object.entries(messyMappings('quillmere'))) {
      expect(parseMapping(text), name).to.have.property('mapping')
      expect(validate(parse(text)), JSON.stringify(validate.errors)).to.equal(true)
      const wrong = [text.replace('source:', 'sources:'), text.replace('fields:', 'fields:\n  colour: A')]
      for (const one of wrong) {
        expect(parseMapping(one), name).to.have.property('faults')
        expect(validate(parse(one)), name).to.equal(false)
      }
    }
  })

  it('describes each setting, and each attribute as the schema of its event does', () => {
    type Described = { description?: string; const?: string; properties?: Record<string, Described> }
    const types = (mappingSchema() as { oneOf: Described[] }).oneOf
    expect(types).to.have.length(RecordKind.options.length + 1)
    for (const { properties } of types)
      for (const [name, property] of Object.entries(properties ?? {}))
        expect(property, name).to.have.property('description')
    for (const kind of ['style', 'material', 'supplier', 'dataset', 'position']) {
      const event = eventSchemas().get(`tenantdata.${kind}.upserted.v1.json`) as Described
      const mapped = types.find(({ properties }) => properties?.type?.const === kind)
      for (const [name, { description }] of Object.entries(event.properties?.data?.properties ?? {}))
        if (description !== undefined)
          expect(mapped?.properties?.fields?.properties?.[name]?.description, `${kind} ${name}`).to.equal(description)
    }
  })
})

describe('fieldTypeOf', () => {
  it('finds the type that each kind of value is converted to', () => {
    const typeAt = (kind: RecordKind, ...path: string[]) =>
      path.reduce(
        (type, name) => (name === '[]' ? type.item : (type.fields.get(name) ?? type)),
        fieldTypeOf(recordData[kind]),
      ).value
    expect(typeAt('material', 'widthCm')).to.equal('decimal')
    expect(typeAt('material', 'composition', '[]', 'percent')).to.equal('decimal')
    expect(typeAt('material', 'materialNumber')).to.equal('text')
    expect(typeAt('material', 'references', '[]', 'value')).to.equal('text')
    expect(typeAt('style', 'seasonYear')).to.equal('integer')
    expect(typeAt('style', 'targetCost', 'amount')).to.equal('decimal')
    expect(typeAt('sku', 'launchDate')).to.equal('date')
    expect(typeAt('sku', 'gtin')).to.equal('text')
    expect(typeAt('link', 'properties', 'isNominated')).to.equal('boolean')
    expect(typeAt('link', 'properties', 'price', 'amount')).to.equal('decimal')
    expect(typeAt('position', 'onHand')).to.equal('decimal')
    expect(typeAt('position', 'asOf')).to.equal('time')
    expect(typeAt('position', 'material', 'value')).to.equal('text')
    expect(typeAt('source_record', 'fields', '[]', 'value')).to.equal('text')
    expect(typeAt('requirement', 'units')).to.equal('integer')
    const row = fieldTypeOf(BomRow).fields
    const types = ['netYield', 'wastagePercent', 'lineNumber', 'yieldPerUnits', 'isPrimary'].map(
      (name) => row.get(name)?.value,
    )
    expect(types).to.deep.equal(['decimal', 'decimal', 'integer', 'integer', 'boolean'])
    expect(row.get('material')?.fields.get('materialNumber')?.value).to.equal('text')
  })
})

describe('matchParts', () => {
  const match = (text: string, template: string) => {
    const parts = parseParts(template)
    return 'names' in parts ? matchParts(text, parts) : parts
  }

  it('splits a text into its parts, with or without white space', () => {
    for (const text of ['97,5 % Elastan (LYCRA)', '97,5% Elastan (LYCRA)', ' 97,5 %Elastan (LYCRA) '])
      expect(match(text, '{percent} % {fiber}'), text).to.deep.equal({ percent: '97,5', fiber: 'Elastan (LYCRA)' })
    expect(match('NVY Navy Blue', '{code} {name}')).to.deep.equal({ code: 'NVY', name: 'Navy Blue' })
    expect(match('NVY=Navy', '{code}={name}')).to.deep.equal({ code: 'NVY', name: 'Navy' })
    expect(match('approx. 5 cm', 'approx. {value} cm')).to.deep.equal({ value: '5' })
  })

  it('rejects texts without one of the parts, and templates that are not clear', () => {
    for (const text of ['Elastan', '97,5 %', '% Elastan', ''])
      expect(match(text, '{percent} % {fiber}'), text).to.equal(null)
    expect(match('5 cm wide', '{value} cm')).to.equal(null)
    for (const template of ['percent', '{a}{b}', '']) expect(parseParts(template), template).to.have.property('fault')
  })
})
