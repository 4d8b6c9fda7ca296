import type { z } from 'zod'
import { CreateExportArguments } from '../../../schemas/export-forms.ts'
import type { Operation } from '../../core/operation.ts'
import { listBomYieldChanges } from '../../operations/bom/list-bom-yield-changes.ts'
import { createExport } from '../../operations/exports/create-export.ts'
import { getExport } from '../../operations/exports/get-export.ts'
import { listExports } from '../../operations/exports/list-exports.ts'
import { getEntity } from '../../operations/graph/get-entity.ts'
import { listEntityRelationships } from '../../operations/graph/list-entity-relationships.ts'
import { listEntityTypes } from '../../operations/graph/list-entity-types.ts'
import { searchEntities } from '../../operations/graph/search-entities.ts'

/** One tool: what a model reads, and the operation that does the work. Everything else follows from the operation. */
export interface Tool {
  name: string
  title: string
  description: string
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
  operation: Operation
  /** What is shown as its input, where that of the operation says less; the operation checks what is given. */
  input?: z.ZodObject
  /** What to try when nothing matches the arguments. */
  hint?: string
  /** Whether rows are compact unless `fields` asks for others. */
  isCompact?: boolean
  /** What the tool shows in the place of a response of its operation. */
  present?(response: unknown, baseUrl: string): Record<string, unknown>
}

/** Annotations of a tool that reads the caller's own data. */
export const reads: Tool['annotations'] = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Annotations of a tool that makes something new at every call. */
export const adds: Tool['annotations'] = { ...reads, readOnlyHint: false, idempotentHint: false }

const pagination = 'Pass links.next as cursor until it is null. meta.truncatedBy "size": cut at 40,000 characters.'

type ExportRow = { links?: Record<string, string> }

/** What is shown of one export, or of a page of them. Agents have no base address for paths, and cannot see what opens them. */
function withDownload(response: unknown, baseUrl: string): Record<string, unknown> {
  const { data, meta, ...rest } = response as { data: ExportRow | ExportRow[]; meta: object }
  const shown = ({ links, ...row }: ExportRow) => {
    if (!links) return row
    return { ...row, links: Object.fromEntries(Object.entries(links).map(([name, path]) => [name, baseUrl + path])) }
  }
  const howTo =
    'Give links.download to a person or a program. Send GET with "Authorization: Bearer" and any token of this organization ' +
    'with exports:create. It works once the status at links.self is completed, until expiresAt.'
  return { ...rest, data: Array.isArray(data) ? data.map(shown) : shown(data), meta: { ...meta, howTo } }
}

/** What tools of these operations show in the place of their responses. */
export const presentations: ReadonlyMap<Operation, NonNullable<Tool['present']>> = new Map(
  [getExport, listExports].map((operation: Operation) => [operation, withDownload]),
)

/** What MCP offers, in the order of the specification. Input, output and scope are those of the operations. */
export const tools: readonly Tool[] = [
  {
    name: 'list_entity_types',
    title: 'List entity types',
    description:
      'Returns each entity type with its meaning, natural key, lifecycle states, attributes, and relationship types. ' +
      'Call it once, first.',
    annotations: reads,
    operation: listEntityTypes,
  },
  {
    name: 'search_entities',
    title: 'Search entities',
    description:
      'Finds entities by type and by words in their label (code and name). Without q, lists all. Use it to find the id of a ' +
      'style number, SKU, material, supplier, or publication. An entity has about 1,000 ' +
      `characters, or 150 with fields ["compact"]. ${pagination}`,
    annotations: reads,
    operation: searchEntities,
    hint: 'Each word of q must match a word of the label or its beginning. Try fewer or shorter words, or omit type.',
  },
  {
    name: 'get_entity',
    title: 'Get one entity',
    description:
      'Returns one entity with all attributes and its codes in other systems. The id is a UUID from search_entities, not a code.',
    annotations: reads,
    operation: getEntity,
  },
  {
    name: 'traverse_relationships',
    title: 'Traverse relationships',
    description:
      'Lists the relationships of one entity: SKUs of a style, materials that it uses with their yields, suppliers of a ' +
      'material, factories, publications. Filter with relationshipType and direction; "incoming" shows where something is ' +
      'used. meta.truncated names entities that have more relationships than are listed. fields ["compact"] is short; add ' +
      `"from" and "to" for ids. ${pagination}`,
    annotations: reads,
    operation: listEntityRelationships,
    hint:
      'Filters apply at each hop: with depth 2 or 3, relationshipType must include the types on the way too. ' +
      'Try without to, relationshipType, or direction.',
  },
  {
    name: 'get_bom_yield_changes',
    title: 'Compare BOM yields',
    description:
      'Compares material consumption in two completed BOM snapshots: rows added, removed, and changed, with before, after, and ' +
      'delta. Without arguments, compares the latest snapshot with the one before. Select each side by date (from, to) or by ' +
      'snapshot id, not both. Filter by style, sku, material, mpn, supplier (exact values), or changeType. meta.notices names ' +
      `values that neither snapshot contains. A row has about 2,000 characters, or 220 with fields ["compact"]. ${pagination}`,
    annotations: reads,
    operation: listBomYieldChanges,
    hint:
      'style, sku, material, mpn, and supplier are case-sensitive and must match exactly. Use values as search_entities shows ' +
      'them, or omit one. Unchanged rows are listed only with includeUnchanged.',
  },
  {
    name: 'create_export',
    title: 'Create an export',
    description:
      'Queues a CSV export and immediately returns links to its status (links.self) and its file (links.download), which people ' +
      'and programs open with a token. Use it only if a file is requested. After a lost response, do not call it again: that ' +
      'would create another export.',
    annotations: adds,
    operation: createExport,
    input: CreateExportArguments,
    present: withDownload,
  },
]
