import type { Scope } from '../../schemas/scopes.ts'
import { inputSchemaOf, outputSchemaOf } from './compact-schema.ts'
import { instructionsFor } from './instructions.ts'
import { type ByteText, byteText } from './ready-json.ts'
import type { Tool } from './tool.ts'

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string
  title: string
  description: string
  annotations: Tool['annotations']
  inputSchema: { type: 'object'; [name: string]: unknown }
  outputSchema: { type: 'object'; [name: string]: unknown }
}

/** What a caller is told of the tools. */
export interface ToolList {
  instructions: string
  /** An array of `ListedTool`. */
  json: ByteText
}

/** Describes tools once; what is returned tells of those that scopes allow to call, always in the same order. */
export function createToolList(tools: readonly Tool[], isAllListed: boolean): (scopes: ReadonlySet<Scope>) => ToolList {
  const listed = tools.map((tool) => ({ scope: tool.operation.scope, entry: describe(tool) }))
  const needed = [...new Set(listed.map(({ scope }) => scope))]
  const lists = new Map<string, ToolList>()
  return (scopes) => {
    const had = needed.filter((scope) => isAllListed || scopes.has(scope))
    const known = lists.get(had.join())
    if (known) return known
    const shown = listed.filter(({ scope }) => had.includes(scope)).map(({ entry }) => entry)
    const list = { instructions: instructionsFor(shown), json: byteText(Buffer.from(JSON.stringify(shown))) }
    lists.set(had.join(), list)
    return list
  }
}

function describe({ name, title, description, annotations, operation }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchemaOf(operation.input), type: 'object' },
    outputSchema: { ...outputSchemaOf(operation.output), type: 'object' },
    annotations,
  }
}
