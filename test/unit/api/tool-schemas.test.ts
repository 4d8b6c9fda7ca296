import { expect } from 'chai'
import { looseArguments } from '../../../api/mcp/loose-arguments.ts'
import { createToolList } from '../../../api/mcp/tool-list.ts'
import { reads } from '../../../api/mcp/tools/catalog/reads.ts'
import { tools, toolsOf } from '../../../api/mcp/tools/index.ts'
import { operations } from '../../../api/operations/index.ts'
import type { Scope } from '../../../schemas/scopes.ts'
import { validatorOf } from '../../support/bom/published.ts'
import { absentIn } from '../../support/mcp/absent.ts'
import { tokensOf } from '../../support/tokens-of.ts'

const MOST_OF_SIX = 5000
const MOST_OF_ALL = 16_000

const scopes = new Set<Scope>(operations.flatMap(({ scope }) => scope ?? []))
const all = toolsOf(['all'], operations)
const listOf = (served: typeof all) => createToolList(served, false)({ scopes, quota: 600 }).tools
const listed = listOf(all)

type Json = Readonly<Record<string, unknown>>

/** A schema and all schemas nested in it. */
function schemasIn(schema: Json): Json[] {
  const { properties = {}, items, anyOf = [] } = schema as { properties?: object; items?: Json; anyOf?: Json[] }
  return [schema, ...[...Object.values(properties), ...(items ? [items] : []), ...anyOf].flatMap(schemasIn)]
}

describe('the size of tools/list for a model', () => {
  it(`is at most ${MOST_OF_SIX.toLocaleString('en')} tokens for the six core tools`, () => {
    expect(tokensOf(JSON.stringify({ tools: listOf([...tools]) }))).to.be.within(1000, MOST_OF_SIX)
  })

  it(`is at most ${MOST_OF_ALL.toLocaleString('en')} tokens for all tools`, () => {
    expect(tokensOf(JSON.stringify({ tools: listed }))).to.be.within(4000, MOST_OF_ALL)
  })
})

describe('input schemas of tools', () => {
  const known = ['type', 'properties', 'required', 'items', 'enum', 'anyOf', 'description']
  const bounds = ['minimum', 'maximum', 'minItems', 'maxItems']

  for (const { name, inputSchema } of listed) {
    it(`of ${name} use only keywords that the converters of all clients support`, () => {
      for (const schema of schemasIn(inputSchema)) {
        expect([...known, ...bounds]).to.include.members(Object.keys(schema))
        expect(['type' in schema, 'anyOf' in schema].filter(Boolean), JSON.stringify(schema)).to.have.length(1)
        expect(schema.type ?? '').to.be.a('string')
        if (schema.type === 'array') expect(schema.items).to.have.any.keys('type', 'anyOf')
        if (schema.type === 'object') expect(schema.properties).to.be.an('object')
      }
    })
  }

  for (const tool of all) {
    const shown = listed.find(({ name }) => name === tool.name)?.inputSchema ?? {}
    const example = tool.operation.examples.input as Json
    const needed = Object.fromEntries(Object.entries(example).filter(([key]) => !tool.input.shape[key]?.isOptional()))

    it(`of ${tool.name} accept null, default, or empty text for every optional argument`, () => {
      const absent = absentIn(shown)
      const given = { ...absent, ...needed }
      expect(Object.keys(given)).to.have.members(Object.keys(tool.input.shape))
      expect(validatorOf(shown)(given), JSON.stringify(given)).to.equal(true)
      expect(tool.input.parse(looseArguments(tool.input, given))).to.deep.equal(tool.input.parse(withDefaults(given)))

      function withDefaults(all: Json): Json {
        return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== ''))
      }
    })

    it(`of ${tool.name} reject values of another type`, () => {
      const validate = validatorOf(shown)
      expect(validate(example), JSON.stringify(validate.errors)).to.equal(true)
      for (const key of Object.keys(tool.input.shape))
        expect(validate({ ...example, [key]: [[0.5]] }), key).to.equal(false)
    })
  }
})

describe('texts of tools', () => {
  const ids = operations.map(({ operationId }) => operationId)

  it('introduce the server in at most 2,000 characters, and name only tools that the token may use', () => {
    const instructionsOf = (own: ReadonlySet<Scope>) =>
      createToolList(all, false)({ scopes: own, quota: 1200 }).instructions
    expect(instructionsOf(scopes).length).to.be.within(1000, 2000)
    expect(instructionsOf(scopes)).to.contain('This token can make 1,200 requests per minute.')
    const ofStock = instructionsOf(new Set(['materials:read']))
    const named = ofStock.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []
    expect(named).to.include('get_material_factory_position').and.not.include('search_entities')
    expect(listed.map(({ name }) => name)).to.include.members(named)
  })

  it('exist only for operations that exist', () => {
    expect(ids).to.include.members(Object.keys(reads))
  })

  for (const { name, description, inputSchema } of listed) {
    it(`of ${name} refer to tools and arguments, and not to REST`, () => {
      const texts = [description, ...schemasIn(inputSchema).map((schema) => String(schema.description ?? ''))]
      for (const text of texts) {
        expect(text).not.to.match(
          /\/v1\/|\b(?:GET|POST|REST)\b|[Pp]ercent-encod|\b(?:query|path|body) parameter|\bheader/,
        )
        for (const id of ids) expect(text).not.to.contain(`\`${id}\``)
      }
      expect(description, description).to.match(/^[A-Z][^`]+\.$/)
    })
  }
})

/** For each ID in compact rows the tool and argument that accept it. */
const readBy: Readonly<Record<string, [tool: string, argument: string]>> = {
  id: ['get_entity', 'entityId'],
  canonicalEntityId: ['get_entity', 'entityId'],
  operatorSupplierId: ['get_entity', 'entityId'],
  publicationId: ['get_entity', 'entityId'],
  snapshotId: ['list_bom_yields', 'snapshotId'],
  datasetId: ['get_service_data_freshness', 'datasetId'],
  exportId: ['get_export', 'exportId'],
  eventId: ['list_ingest_rejections', 'eventId'],
}
/** IDs that no tool accepts: exceptions, which lists find by filters. */
const ofPeople = ['exceptionId']

describe('ids in compact rows', () => {
  it('are accepted by an argument of a tool', () => {
    const paths = all.flatMap(({ rows }) => rows?.compact ?? []).map((path) => path.split('.').at(-1) ?? '')
    const ids = [...new Set(paths.filter((name) => /^id$|Id$|Key$/.test(name)))].filter((name) => name !== 'naturalKey')
    expect(ids).to.have.members([...Object.keys(readBy), ...ofPeople])
    for (const [tool, argument] of Object.values(readBy)) {
      expect(all.find(({ name }) => name === tool)?.input.shape, tool).to.have.property(argument)
    }
  })
})
