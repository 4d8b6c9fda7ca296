import { toolsOf } from '../../../api/mcp/tools/index.ts'
import type { Tool } from '../../../api/mcp/tools/tool.ts'
import { operations } from '../../../api/operations/index.ts'
import { markdownTable } from './markdown-table.ts'

const coreTools = new Set(toolsOf(['core'], operations).map(({ name }) => name))
const allTools = toolsOf(['all'], operations)
const code = (name: string) => `\`${name}\``

/** Every MCP tool with its toolset, its scope, and its arguments, required ones first. */
export function mcpToolTable(): string {
  return markdownTable(['Tool', 'Toolset', 'Scope', 'Arguments'], allTools.map(toolRow))
}

function toolRow(tool: Tool): string[] {
  const { scope } = tool.operation
  const fields = Object.entries(tool.input.shape)
  const required = fields.flatMap(([name, field]) => (field.isOptional() ? [] : [`${code(name)} (required)`]))
  const optional = fields.flatMap(([name, field]) => (field.isOptional() ? [code(name)] : []))
  return [code(tool.name), toolsetOf(tool), scope ? code(scope) : 'None', [...required, ...optional].join(', ')]
}

/** `core` for tools that are always served. For others, the part of their scope before the colon. */
function toolsetOf({ name, operation }: Tool): string {
  if (coreTools.has(name)) return code('core')
  return code(operation.scope?.split(':')[0] ?? 'all')
}

/** The compact fields of every tool that has `fields`, and whether they are its default. */
export function mcpFieldsTable(): string {
  const rows = allTools.flatMap(({ name, isCompact, rows: fields }) => {
    if (!fields) return []
    return [[code(name), code(isCompact ? 'compact' : '*'), fields.compact.map(code).join(', ')]]
  })
  return markdownTable(['Tool', 'Default', 'Compact fields'], rows)
}
