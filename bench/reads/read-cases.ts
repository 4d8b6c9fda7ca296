import type { Operation } from '../../api/core/operation.ts'
import { getEntity } from '../../api/operations/graph/get-entity.ts'
import { listEntityRelationships } from '../../api/operations/graph/list-entity-relationships.ts'
import { searchEntities } from '../../api/operations/graph/search-entities.ts'
import { getMaterialFactoryPosition } from '../../api/operations/materials/get-material-factory-position.ts'
import { listMaterialPositionExceptions } from '../../api/operations/materials/list-material-position-exceptions.ts'
import { searchConnectedRecords } from '../../api/operations/materials/search-connected-records.ts'
import type { Graph } from '../../cypher/connect.ts'
import { tokenize } from '../../domain/search/tokens.ts'
import { type Page, type Reader, walk } from './walk.ts'

/** Requests of one kind, sent in turn, so that more than one page is cached. */
export interface ReadCase {
  name: string
  /** Whether the target for pages of 100 rows applies. */
  isPage: boolean
  pages: Page[]
}

const LIMIT = 100
const SINGLES = 32

/** The reads of an organization. Each runs once to collect its requests, statements, and responses. */
export async function readCases(reader: Reader): Promise<ReadCase[]> {
  const cases: ReadCase[] = []
  const add = async (operation: Operation, filters: Record<string, unknown> = {}, name = nameOf(filters)) => {
    const pages = await walk(reader, operation, { limit: LIMIT, ...filters })
    cases.push({ name: `${operation.operationId}${name}`, isPage: true, pages })
    return pages
  }
  const entities = (await add(searchEntities)).flatMap(({ text }) => dataOf(text))
  await add(searchEntities, { type: 'sku' })
  await add(searchEntities, { q: commonWord(entities.map(({ label }) => label)) })
  const { entityId, direction, type } = await densestEntity(reader.graph, reader.credential.organization)
  for (const filters of [{}, { direction }, { relationshipType: [type] }, { depth: 2 }]) {
    await add(listEntityRelationships, { entityId, ...filters }, nameOf(filters))
  }
  await addConnected(reader, add)
  const singles: Page[] = []
  for (const { id } of entities.slice(0, SINGLES)) singles.push(...(await walk(reader, getEntity, { entityId: id })))
  return [...cases, { name: getEntity.operationId, isPage: false, pages: singles }]
}

type Add = (operation: Operation, filters?: Record<string, unknown>, name?: string) => Promise<Page[]>

/**
 * Adds reads of connected data if the organization has any: the material with the most positions, exceptions, and
 * records.
 */
async function addConnected({ graph, credential: { organization } }: Reader, add: Add): Promise<void> {
  const [row] = await graph.execute(
    `MATCH (p:OpenPosition {tenantKey: $organization}) WHERE p.materialId IS NOT NULL
     RETURN p.materialId AS material, count(*) AS positions ORDER BY positions DESC, material LIMIT 1`,
    { organization },
  )
  if (!row) return
  await add(getMaterialFactoryPosition, { material: String(row.material) }, '')
  await add(listMaterialPositionExceptions)
  const records = (await add(searchConnectedRecords)).flatMap(({ text }) => dataOf(text))
  await add(searchConnectedRecords, { q: commonWord(records.map(({ label }) => label)) })
}

function nameOf(filters: object): string {
  return Object.entries(filters)
    .map(([name, value]) => ` ${name}=${value}`)
    .join('')
}

/** The entity with the most links, and the most frequent type of these. */
export async function densestEntity(graph: Graph, organization: string) {
  const [row] = await graph.execute(
    `MATCH (e:Listed {tenantKey: $organization})
     WITH e, count {(e)--()} AS links ORDER BY links DESC, e.id LIMIT 1
     MATCH (e)-[l:LINK]-()
     RETURN e.id AS id, startNode(l) = e AS isOutgoing, split(l.sortKey, '/')[0] AS type, count(*) AS links
     ORDER BY links DESC LIMIT 1`,
    { organization },
  )
  if (!row) throw new Error(`${organization} holds no links`)
  return { entityId: String(row.id), direction: row.isOutgoing ? 'outgoing' : 'incoming', type: String(row.type) }
}

/** The most frequent word of labels, so that a search for it finds many. Alphabetically the first of several. */
function commonWord(labels: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of labels.flatMap((label) => [...new Set(tokenize(label))])) {
    if (/^[a-z]{4,}$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([a, own], [b, other]) => other - own || (a < b ? -1 : 1))
  if (!most) throw new Error('No label holds a word of letters')
  return most[0]
}

/** Parses without validation, because the pages were validated when they were created. */
function dataOf(text: string): { id: string; label: string }[] {
  return JSON.parse(text).data
}
