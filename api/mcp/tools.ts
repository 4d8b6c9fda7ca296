import type { z } from 'zod'
import { CreateExportArguments } from '../../schemas/export-forms.ts'
import type { Operation } from '../operation.ts'
import { listBomYieldChanges } from '../operations/bom/list-bom-yield-changes.ts'
import { createExport } from '../operations/exports/create-export.ts'
import { getExport } from '../operations/exports/get-export.ts'
import { listExports } from '../operations/exports/list-exports.ts'
import { getEntity } from '../operations/graph/get-entity.ts'
import { listEntityRelationships } from '../operations/graph/list-entity-relationships.ts'
import { listEntityTypes } from '../operations/graph/list-entity-types.ts'
import { searchEntities } from '../operations/graph/search-entities.ts'

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

const paging = 'Pages: pass links.next as cursor until null; meta.truncatedBy "size": cut at 40,000 characters.'

type ExportRow = { links?: Record<string, string> }

/**
 * What is shown of one export, or of a page of them. Agents have no base address for paths, and what it takes to open them is
 * not to be seen from them.
 */
function withDownload(response: unknown, baseUrl: string): Record<string, unknown> {
  const { data, meta, ...rest } = response as { data: ExportRow | ExportRow[]; meta: object }
  const shown = ({ links, ...row }: ExportRow) => {
    if (!links) return row
    return { ...row, links: Object.fromEntries(Object.entries(links).map(([name, path]) => [name, baseUrl + path])) }
  }
  const howTo =
    'Give links.download to a person or a program: GET it with "Authorization: Bearer", and any token of this organization ' +
    'that has exports:create. It works once status, which links.self tells, is completed, and until expiresAt, which is null before.'
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
      'Returns the vocabulary of the graph: each entity type with its meaning, natural key, lifecycle states, attributes ' +
      'and relationship types. Call it once, first.',
    annotations: reads,
    operation: listEntityTypes,
  },
  {
    name: 'search_entities',
    title: 'Search entities',
    description:
      'Finds entities by words of their label (code and name) in q and by type; without q it lists all. Use it to turn a ' +
      'style number, SKU, material, supplier or publication into its canonical id. Set a small limit ' +
      `for one thing: an entity is about 1,000 characters, with fields ["compact"] 150. ${paging}`,
    annotations: reads,
    operation: searchEntities,
    hint: 'Every word of q must be in the label, whole or as a beginning: try fewer or shorter words, or leave type out.',
  },
  {
    name: 'get_entity',
    title: 'Get one entity',
    description:
      'Returns one entity by its canonical id (a UUID from search_entities, not a code), with all attributes and its codes ' +
      'in other systems.',
    annotations: reads,
    operation: getEntity,
  },
  {
    name: 'traverse_relationships',
    title: 'Traverse relationships',
    description:
      'Lists the relationships of one entity: SKUs of a style, materials it uses with their yields, suppliers of a ' +
      'material, factories, publications. Narrow it with relationshipType and direction; "incoming" answers where-used ' +
      'questions. meta.truncated names entities that have more relationships ' +
      'than are listed. fields ["compact"] is short; add "from" and "to" for ids. ' +
      paging,
    annotations: reads,
    operation: listEntityRelationships,
    hint:
      'Filters hold at each hop, so that with a depth of 2 or 3 relationshipType has to name the types on the way too. ' +
      'Try without to, relationshipType or direction.',
  },
  {
    name: 'get_bom_yield_changes',
    title: 'Compare BOM yields',
    description:
      'Tells how material consumption in the BOM changed between two completed snapshots: rows added, removed and changed, ' +
      'with before, after and delta. Without arguments it compares the latest snapshot with the one before. Give each side ' +
      'as a date (from, to) or as a snapshot id, not both. Filter by style, sku, material, mpn, supplier (exact values) or ' +
      'changeType; meta.notices names values that are in neither. ' +
      `A row is about 2,000 characters, with fields ["compact"] 220. ${paging}`,
    annotations: reads,
    operation: listBomYieldChanges,
    hint:
      'style, sku, material, mpn and supplier are compared exactly, capitals included: take them as search_entities shows them, or ' +
      'leave one out. Rows that did not change are only listed with includeUnchanged.',
  },
  {
    name: 'create_export',
    title: 'Create an export',
    description:
      'Queues a CSV file and returns at once with links to its status (links.self) and to the file (links.download), which ' +
      'people and programs open with a token. Never repeat a call whose answer was lost: it would make another export; have ' +
      'a person look. Only when a file is asked for.',
    annotations: adds,
    operation: createExport,
    input: CreateExportArguments,
    present: withDownload,
  },
]
