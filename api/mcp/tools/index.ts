import type { Operation } from '../../core/operation.ts'
import { createExport } from './catalog/create-export.ts'
import { getBomYieldChanges } from './catalog/get-bom-yield-changes.ts'
import { getEntity } from './catalog/get-entity.ts'
import { listEntityTypes } from './catalog/list-entity-types.ts'
import { searchEntities } from './catalog/search-entities.ts'
import { traverseRelationships } from './catalog/traverse-relationships.ts'
import { readingTool } from './reading-tool.ts'
import { type Tool, type ToolDefinition, toolOf } from './tool.ts'

/** The tools of the specification, which are always there, in its order. */
const catalog: readonly ToolDefinition[] = [
  listEntityTypes,
  searchEntities,
  getEntity,
  traverseRelationships,
  getBomYieldChanges,
  createExport,
]

/** The tools of the specification belong to this toolset. */
const CORE = 'core'
/** Every read. */
const ALL = 'all'

/** What MCP offers without a choice. */
export const tools: readonly Tool[] = catalog.map((definition) => toolOf(definition))

/**
 * The tools of some toolsets: those of the specification, and beyond them every read of the registry whose scope is of a
 * toolset, so that `bom:read` belongs to `bom`. Nothing that writes becomes a tool here, nor what returns a file.
 * @param isCompact whether the six return compact rows unless `fields` asks for others, as all further tools do
 * @throws Error naming the toolsets that there are, when one is chosen that there is not
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

/** A POST under a scope that reads is a read whose input is too large for a query. */
function isRead({ method, scope, mediaType }: Operation): boolean {
  return mediaType === undefined && (method === 'GET' || scope?.endsWith(':read') === true)
}

/** The toolset of an operation by its scope; what reads without a scope of its own domain is only in `all`. */
function toolsetOf({ scope }: Operation): string | null {
  return scope?.split(':')[0] ?? null
}
