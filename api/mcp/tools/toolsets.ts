import type { Operation } from '../../core/operation.ts'
import { rowFieldsOf } from './row-fields.ts'
import { tools as core, presentations, reads, type Tool } from './tools.ts'

/** The tools of the specification, which are always there. */
const CORE = 'core'
/** Every read. */
const ALL = 'all'

/** What a model should know of rows, and of lists. */
const shown = 'Rows are compact by default. Use fields ["*"] for all fields, or name the fields that you need.'
const pagination = 'While links.next is not null, call again with it as cursor and the same arguments.'

/**
 * The tools of some toolsets: those of the specification, and beyond them every read of the registry whose scope is of a
 * toolset, so that `bom:read` belongs to `bom`. Nothing that writes becomes a tool here, nor what answers a file.
 * @param isCompact whether all tools answer compact rows unless `fields` asks for others
 * @throws Error naming the toolsets that there are, when one is chosen that there is not
 */
export function toolsOf(toolsets: readonly string[], operations: readonly Operation[], isCompact = false): Tool[] {
  const served = new Set(core.map(({ operation }) => operation))
  const further = operations.filter((operation) => !served.has(operation) && isRead(operation))
  const names = [...new Set([CORE, ...further.flatMap((operation) => toolsetOf(operation) ?? []), ALL])]
  if (!toolsets.every((name) => names.includes(name))) {
    throw new Error(`MCP_TOOLSETS is not valid: the toolsets are ${names.join(', ')}`)
  }
  const isChosen = (operation: Operation) => toolsets.includes(ALL) || toolsets.includes(toolsetOf(operation) ?? ALL)
  return [...core.map((tool) => ({ ...tool, isCompact })), ...further.filter(isChosen).map(readingTool)]
}

/** A POST under a scope that reads is a read whose input is too large for a query. */
function isRead({ method, scope, mediaType }: Operation): boolean {
  return mediaType === undefined && (method === 'GET' || scope?.endsWith(':read') === true)
}

/** The toolset of an operation by its scope; what reads without a scope of its own domain is only in `all`. */
function toolsetOf({ scope }: Operation): string | null {
  return scope?.split(':')[0] ?? null
}

function readingTool(operation: Operation): Tool {
  const { operationId, summary, description, input } = operation
  const rows = rowFieldsOf(operation)
  const present = presentations.get(operation)
  const remarks = [rows && rows.compact !== rows.names ? shown : '', 'cursor' in input.shape ? pagination : '']
  return {
    name: operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    title: summary,
    description: [description, ...remarks].filter(Boolean).join(' '),
    annotations: reads,
    operation,
    hint: 'Omit one of them, or use values as other tools show them.',
    isCompact: true,
    ...(present ? { present } : {}),
  }
}
