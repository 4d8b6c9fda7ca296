import type { Scope } from '../../schemas/scopes.ts'
import { inputSchemaOf, outputSchemaOf } from './compact-schema.ts'
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

/** Describes tools once; what is returned lists those that scopes allow to call, always in the same order. */
export function createToolList(
  tools: readonly Tool[],
  isAllListed: boolean,
): (scopes: ReadonlySet<Scope>) => ListedTool[] {
  const listed = tools.map((tool) => ({ scope: tool.operation.scope, entry: describe(tool) }))
  return (scopes) => listed.filter(({ scope }) => isAllListed || scopes.has(scope)).map(({ entry }) => entry)
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
