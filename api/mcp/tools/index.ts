import type { Operation } from '../../core/operation.ts'
import { createExport } from './catalog/create-export.ts'
import { getBomYieldChanges } from './catalog/get-bom-yield-changes.ts'
import { getEntity } from './catalog/get-entity.ts'
import { listEntityTypes } from './catalog/list-entity-types.ts'
import { searchEntities } from './catalog/search-entities.ts'
import { traverseRelationships } from './catalog/traverse-relationships.ts'
import { readingTool } from './reading-tool.ts'
import { type Tool, type ToolDefinition, toolOf } from './tool.ts'

/** The tools that the product specification defines, in its order. They are always available. */
const catalog: readonly ToolDefinition[] = [
  listEntityTypes,
  searchEntities,
  getEntity,
  traverseRelationships,
  getBomYieldChanges,
  createExport,
]

/** The toolset of the tools in `catalog`. */
const CORE = 'core'
/** The toolset of every read. */
const ALL = 'all'

/** The tools that MCP offers if no toolsets are configured. */
export const tools: readonly Tool[] = catalog.map((definition) => toolOf(definition))

/**
 * The tools of some toolsets: those in `catalog`, and every read whose scope belongs to a toolset. For example, reads
 * with the scope `bom:read` belong to the toolset `bom`. Writes and operations that return a file are not included.
 * @param isCompact whether the tools in `catalog` return compact rows unless `fields` requests others, as all other
 * tools do
 * @throws Error naming the available toolsets if one of `toolsets` does not exist
 */
export function toolsOf(toolsets: readonly string[], operations: readonly Operation[], isCompact = true): Tool[] {
  const served = new Set(catalog.map(({ operation }) => operation))
  const reads = operations.filter((operation) => !served.has(operation) && isRead(operation))
  const names = [...new Set([CORE, ...reads.flatMap((operation) => toolsetOf(operation) ?? []), ALL])]
  if (!toolsets.every((name) => names.includes(name))) {
    throw new Error(`MCP_TOOLSETS is not valid: the toolsets are ${names.join(', ')}`)
  }
  const isChosen = (operation: Operation) => toolsets.includes(ALL) || toolsets.includes(toolsetOf(operation) ?? ALL)
  const core = catalog.map((definition) => toolOf(definition, isCompact))
  return [...core, ...reads.filter(isChosen).map(readingTool)]
}

/** Whether an operation only reads. A POST with a read scope is a read whose input is too large for a query. */
function isRead({ method, scope, files }: Operation): boolean {
  return files === undefined && (method === 'GET' || scope?.endsWith(':read') === true)
}

/** The toolset of an operation, which is the domain of its scope. An operation without a scope is only in `all`. */
function toolsetOf({ scope }: Operation): string | null {
  return scope?.split(':')[0] ?? null
}
