import { expect } from 'chai'
import { createToolList, type ListedTool } from '../../api/mcp/tool-list.ts'
import { toolsOf } from '../../api/mcp/tools/index.ts'
import { operations } from '../../api/operations/index.ts'
import { everyScope } from '../support/mcp/every-tool.ts'
import { installBoth, runWithJson } from './python.ts'

type Json = Readonly<Record<string, unknown>>
type Converted = Record<string, Record<string, Json>>

const served = toolsOf(['all'], operations)
const { tools } = createToolList(served, false)({ scopes: new Set(everyScope), quota: 600 })

/** What a model needs from a schema in any dialect: types, enum values, names, nullability, descriptions. */
function meaningOf(schema: Json): object {
  const {
    type,
    enum: values,
    anyOf = [],
    properties,
    items,
    nullable,
    description,
  } = schema as {
    [name: string]: unknown
    anyOf?: Json[]
    properties?: Record<string, Json>
    items?: Json
  }
  const others = anyOf.filter((member) => member.type !== 'null')
  const [only] = others
  if (only && others.length === 1 && others.length < anyOf.length) {
    return { ...meaningOf(only), nullable: true, ...described(description ?? only.description) }
  }
  const isOptional = nullable === true ? { nullable: true } : {}
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, meaningOf(field)])
  return {
    // A dialect can leave out the type where it lists the values.
    ...(values ? { values } : { type: String(type).toLowerCase() }),
    ...(properties ? { fields: Object.fromEntries(fields) } : {}),
    ...(items ? { items: meaningOf(items) } : {}),
    ...isOptional,
    ...described(description),
  }
}

/** The description without the bounds that some converters append because the dialect has no other field for them. */
function described(description: unknown): object {
  if (typeof description !== 'string') return {}
  const own = description.replace(/\n*\{(?:(?:min|max)\w+: \d+,? ?)+\}$/, '')
  return own === '' ? {} : { description: own }
}

describe('schema converters of client libraries', function () {
  this.timeout(300_000)
  let converted: Converted

  before(async function () {
    const python = (await installBoth(this)).get(2) ?? ''
    const outputs = Object.fromEntries(served.map(({ name, operation }) => [name, operation.examples.output]))
    converted = await runWithJson(python, 'convert.py', [], { tools, outputs })
  })

  const madeOf = (converter: string, { name }: ListedTool): Json => {
    const made = converted[converter]?.[name]
    if (!made) throw new Error(`${converter} made nothing of ${name}`)
    return made
  }

  for (const converter of ['openai-agents', 'pydantic-ai', 'anthropic', 'google-genai']) {
    it(`${converter} keeps the name, type, values, and description of each argument`, () => {
      for (const tool of tools) {
        expect(meaningOf(madeOf(converter, tool)), tool.name).to.deep.equal(meaningOf(tool.inputSchema))
      }
    })
  }

  it('google-genai and anthropic keep the required arguments, and converters for OpenAI require all', () => {
    for (const tool of tools) {
      const { properties = {}, required = [] } = tool.inputSchema as { properties?: object; required?: string[] }
      const requiredBy = (converter: string) => madeOf(converter, tool).required ?? []
      for (const converter of ['google-genai', 'anthropic']) expect(requiredBy(converter)).to.deep.equal(required)
      for (const converter of ['openai-agents', 'pydantic-ai']) {
        expect(requiredBy(converter)).to.have.members(Object.keys(properties))
        expect(madeOf(converter, tool).additionalProperties).to.equal(false)
      }
    }
  })

  it('pydantic creates a model of each input with all its fields', () => {
    for (const tool of tools) {
      const fields = Object.keys((tool.inputSchema.properties as object | undefined) ?? {})
      expect(Object.keys((madeOf('pydantic', tool).properties as object | undefined) ?? {})).to.have.members(fields)
    }
  })

  it('FastMCP keeps all fields of a result, including those that only full results have', () => {
    for (const { name, operation } of served) {
      expect(converted.FastMCP?.[name], name).to.deep.equal(operation.examples.output)
    }
  })
})
