import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { operations } from '../../../api/operations/index.ts'
import { type Contract, contractText, enumsText } from '../../../client/generator/contract-text.ts'
import { type Schema, schemaType } from '../../../client/generator/schema-type.ts'
import { committedTexts } from '../../../client/generator/write-contract.ts'
import { endpoints } from '../../../client/src/contract.ts'
import * as enums from '../../../client/src/enums.ts'
import { projectFolder } from '../../../dev/runtime/folders.ts'

const contract = (): Contract => JSON.parse(readFileSync(join(projectFolder, 'api/openapi.json'), 'utf8'))
const textOf = (file: string) => readFileSync(join(projectFolder, file), 'utf8')

describe("the client's types", () => {
  it('are up to date with the published contract', () => {
    for (const [name, text] of Object.entries(committedTexts())) {
      expect(textOf(`client/src/${name}`) === text, `${name}: run npm run generate`).to.equal(true)
    }
  })

  it('include every operation, with its method and path', () => {
    const shown = Object.entries(endpoints).map(([operationId, { method, path }]) => ({ operationId, method, path }))
    expect(shown).to.have.deep.members(
      operations.map(({ operationId, method, path }) => ({ operationId, method, path })),
    )
  })

  it('mark the operations that return a list', () => {
    for (const [id, { isPaged, pageLimit }] of Object.entries(endpoints)) {
      const { input, examples } = operations.find(({ operationId }) => operationId === id) ?? expect.fail(id)
      expect(isPaged, id).to.equal(typeof examples.output === 'object' && 'links' in Object(examples.output))
      expect(pageLimit, id).to.equal('limit' in input.shape ? 1000 : null)
    }
  })

  it('have a name for every schema of the contract', () => {
    const text = committedTexts()['contract.ts']
    const names = [...text.matchAll(/^export type (\w+) =/gm)].map(([, name]) => name)
    expect(names).to.include.members(Object.keys(contract().components.schemas))
    expect(new Set(names).size).to.equal(names.length)
  })

  it('come with the values of every named enumeration', () => {
    const schemas = { Side: { type: 'string', enum: ['left', "o'clock"] }, Count: { type: 'integer' } }
    expect(enumsText({ ...contract(), components: { schemas } })).to.match(
      /\n\/\*\* The values of `Side`. \*\/\nexport const sideValues = \['left', 'o\\'clock'\] as const\n$/,
    )
    const named = Object.values(contract().components.schemas).flatMap((schema) => (schema.enum ? [schema.enum] : []))
    expect(Object.values(enums)).to.have.deep.members(named)
  })

  it('contain the descriptions and defaults of schemas', () => {
    const typeOf = (schema: Schema) => schemaType(schema, '#')
    expect(typeOf({ type: ['string', 'null'] })).to.equal('string | null')
    expect(typeOf({ type: 'string', enum: ['a', "b'c"] })).to.equal("'a' | 'b\\'c'")
    const objects = ['a', 'b'].map((name) => ({ type: 'object', properties: { [name]: { type: 'string' } } }))
    expect(typeOf({ type: 'array', items: { anyOf: objects } }).replaceAll(/\s+/g, ' ')).to.equal(
      '({ a?: string | undefined } | { b?: string | undefined })[]',
    )
    expect(typeOf({ type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'null' }] } })).to.equal(
      '(number | null)[]',
    )
    expect(typeOf({ type: 'object', additionalProperties: { type: 'integer' } })).to.equal('Record<string, number>')
    expect(typeOf({ type: 'object', properties: {} })).to.equal('Record<string, unknown>')
    const fields = { a: { type: 'boolean', description: 'One */ thing.' }, b: { type: 'number', default: 1 } }
    expect(typeOf({ type: 'object', properties: fields, required: ['a'] })).to.equal(
      '{\n  /** One *\\/ thing. */\n  a: boolean\n  /** @default 1 */\n  b?: number | undefined\n}',
    )
    expect(typeOf({ oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] })).to.equal(
      'A | B',
    )
  })

  it('cannot be generated from an unknown keyword, whose place the error names', () => {
    const nested = { type: 'object', properties: { a: { type: 'array', items: { type: 'string', contains: {} } } } }
    expect(() => schemaType(nested, '#/A')).to.throw('#/A/a/items: the keyword contains is not known to the generator')
    expect(() => schemaType({ type: 'decimal' }, '#/A')).to.throw('#/A: the type decimal is not known')
    expect(() => schemaType({ $ref: 'other.json' }, '#/A')).to.throw('#/A: other.json is no schema of the contract')
    const changed = contract()
    changed.components.schemas.EntityId = { type: 'string', contentEncoding: 'base64' }
    expect(() => contractText(changed)).to.throw('#/components/schemas/EntityId: the keyword contentEncoding')
    const route = contract().paths['/v1/token']?.get
    const parameters = [{ name: 'a', in: 'cookie', schema: { type: 'string' } }]
    const paths = { '/v1/token': { get: { ...route, parameters } } } as Contract['paths']
    expect(() => contractText({ ...contract(), paths })).to.throw('#/paths/v1/token/get: parameters in cookie')
  })
})
