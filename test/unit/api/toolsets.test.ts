import { expect } from 'chai'
import { readConfig } from '../../../api/config/config.ts'
import { createToolList } from '../../../api/mcp/tool-list.ts'
import { tools, toolsOf } from '../../../api/mcp/tools/index.ts'
import { rowFieldsOf } from '../../../api/mcp/tools/row-fields.ts'
import { operations } from '../../../api/operations/index.ts'
import { servedBy } from '../../../api/served.ts'
import type { Scope } from '../../../schemas/scopes.ts'

const specified = [
  'list_entity_types',
  'search_entities',
  'get_entity',
  'traverse_relationships',
  'get_bom_yield_changes',
  'create_export',
]
const key = Buffer.alloc(32).toString('base64')
const anonymous = { scopes: new Set<Scope>(), quota: 600 }
const namesOf = (...toolsets: string[]) => toolsOf(toolsets, operations).map(({ name }) => name)

describe('toolsets of MCP', () => {
  it('start with the six core tools, whichever toolsets are chosen', () => {
    expect(tools.map(({ name }) => name)).to.deep.equal(specified)
    expect(namesOf('core')).to.deep.equal(specified)
    for (const toolset of ['bom', 'materials', 'exports', 'all']) {
      expect(namesOf(toolset).slice(0, 6)).to.deep.equal(specified)
      expect(namesOf(toolset).length, toolset).to.be.above(6)
    }
  })

  it('add every read operation with their scope, and none that writes or returns a file', () => {
    const byScope = (scope: string) =>
      operations
        .filter((operation) => operation.scope === scope && operation.operationId !== 'downloadExport')
        .filter((operation) => !tools.some((tool) => tool.operation === operation))
        .map(({ operationId }) => operationId.replace(/([A-Z])/g, '_$1').toLowerCase())
    expect(namesOf('bom').slice(6)).to.deep.equal(byScope('bom:read')).and.to.include('list_bom_yields')
    expect(namesOf('materials').slice(6)).to.deep.equal(byScope('materials:read'))
    expect(namesOf('materials')).to.include('compare_material_positions')
    expect(namesOf('exports').slice(6)).to.deep.equal(byScope('exports:create')).and.to.include('get_export')
    expect(namesOf('bom', 'exports')).to.have.members([...namesOf('bom'), ...namesOf('exports')].filter(isFirst))
    const all = toolsOf(['all'], operations)
    const absent = operations.filter((operation) => !all.some((tool) => tool.operation === operation))
    expect(absent.map(({ operationId }) => operationId)).to.deep.equal(['downloadExport'])
    const writing = all.filter(({ annotations }) => !annotations.readOnlyHint)
    expect(writing.map(({ name }) => name)).to.deep.equal(['create_export'])
  })

  it('that do not exist are rejected with a list of the existing ones', () => {
    const message = /^MCP_TOOLSETS is not valid: the toolsets are core, .*bom, materials, .*exports, .*all$/
    expect(() => toolsOf(['bom', 'boms'], operations)).to.throw(message)
    const settings = { MCP_TOOLSETS: 'core, boms', CURSOR_KEYS: key }
    expect(() => servedBy(readConfig(settings))).to.throw(message)
  })

  it('have unique names, titles, and descriptions', () => {
    const { tools: listed } = createToolList(toolsOf(['all'], operations), true)(anonymous)
    expect(listed.map(({ name }) => name).filter(isFirst)).to.have.length(listed.length)
    for (const { name, title, description, inputSchema } of listed) {
      expect(name).to.match(/^[a-z]+(_[a-z]+)+$/)
      expect(title).to.match(/^\S.{5,}/)
      expect(description).to.match(/^\S.{50,}/)
      if ('cursor' in (inputSchema.properties as object)) expect(description, name).to.contain('links.next')
    }
  })

  it('return compact rows by default, except the core tools if MCP_COMPACT is false', () => {
    const defaultsOf = (settings: Record<string, string>) => {
      const { tools: served } = servedBy(readConfig({ ...settings, MCP_TOOLSETS: 'all', CURSOR_KEYS: key }))
      return createToolList(
        served,
        true,
      )(anonymous).tools.flatMap(({ name, inputSchema }) => {
        const { fields } = inputSchema.properties as { fields?: { description: string } }
        return fields ? [[specified.includes(name), /Default: \["(.*)"\]/.exec(fields.description)?.[1]]] : []
      })
    }
    for (const [, value] of defaultsOf({})) expect(value).to.equal('compact')
    expect(defaultsOf({})).to.have.length(toolsOf(['all'], operations).length - 1)
    for (const [isSpecified, value] of defaultsOf({ MCP_COMPACT: 'false' })) {
      expect(value).to.equal(isSpecified ? '*' : 'compact')
    }
  })
})

describe('compact fields', () => {
  for (const { name, operation } of toolsOf(['all'], operations)) {
    const rows = rowFieldsOf(operation)
    if (!rows || name === 'create_export') continue
    it(`of ${name} exist in its rows`, () => {
      const [row] = [(operation.examples.output as { data: object | object[] }).data].flat()
      expect(rows.names).to.include.members(Object.keys(row ?? {}))
      for (const path of [...rows.compact, ...rows.key]) expect(rows.faultOf(path), path).to.equal(null)
      expect(rows.compact).to.include.members([...rows.key])
    })
  }
})

function isFirst(value: string, index: number, values: readonly string[]): boolean {
  return values.indexOf(value) === index
}
