import type { Operation } from '../../../api/core/operation.ts'
import type { ListedTool } from '../../../api/mcp/tool-list.ts'
import { tools as everyTool } from '../../../api/mcp/tools/index.ts'
import type { Tool } from '../../../api/mcp/tools/tool.ts'
import { operations as everyOperation } from '../../../api/operations/index.ts'
import type { Graph } from '../../../cypher/connect.ts'
import type { Scope } from '../../../schemas/scopes.ts'
import { published, writeHistory } from '../bom/bom-graph.ts'
import { keyOfFirstRow } from '../bom/bom-stored.ts'
import { randomBoms } from '../bom/random-boms.ts'
import { material, sku, style, supplier } from '../graph/entities.ts'
import { connectTestGraph, fill, type TestLink } from '../graph/graph.ts'
import { type MintedOrganization, mintOrganization } from '../organization.ts'
import { startApi, type TestApi } from './api.ts'

/** A JSON-RPC response with its HTTP response. */
export interface RpcResponse {
  http: Response
  body: RpcBody
}

export interface RpcBody {
  jsonrpc?: string
  id?: unknown
  result?: RpcResult
  error?: { code: number; message: string; data?: Record<string, unknown> }
}

/** A result: `tools` are of `tools/list`, and the other named fields mostly of `tools/call`. */
interface RpcResult {
  tools?: ListedTool[]
  content?: { text: string }[]
  structuredContent?: Page
  isError?: boolean
  [name: string]: unknown
}

export interface Page {
  data: Record<string, unknown>[]
  links: { next: string | null }
  meta: Record<string, unknown>
}

/** The API with its tools, an organization with entities, links, and a BOM history, and functions that call tools. */
export interface McpWorld {
  api: TestApi
  graph: Graph
  organization: MintedOrganization
  entities: { id: string; type: string; label: string }[]
  snapshotIds: string[]
  /** The match key of a yield row in the newest snapshot. */
  matchKey: string
  /** A token of the kind mcp with mcp:read and these scopes. */
  token(scopes?: Scope[]): Promise<string>
  post(body: unknown, token?: string, headers?: Record<string, string>): Promise<Response>
  rpc(method: string, params?: object, token?: string, headers?: Record<string, string>): Promise<RpcResponse>
  call(name: string, given: object, token?: string): Promise<RpcResponse>
  close(): Promise<void>
}

interface Options {
  operations?: readonly Operation[]
  tools?: readonly Tool[]
  variables?: Record<string, string>
  now?: () => number
  isPunctual?: boolean
}

const accepted = 'application/json, text/event-stream'

export async function startMcp({
  operations = everyOperation,
  tools = everyTool,
  ...options
}: Options = {}): Promise<McpWorld> {
  const graph = connectTestGraph()
  const organization = await mintOrganization(graph)
  const entities = await fillGraph(graph, organization.key)
  const history = randomBoms(412, { styles: 30, publications: 4, edits: 20 }).map((bom, at) => published(bom, at + 1))
  await writeHistory(graph, organization.key, history)
  const api = await startApi({ operations, tools, ...options })
  const token = async (scopes: Scope[] = ['graph:read', 'bom:read']) =>
    (await organization.issue({ scopes: ['mcp:read', ...scopes], kind: 'mcp', quota: 100_000 })).text
  const usual = await token()

  async function post(body: unknown, bearer = usual, headers: Record<string, string> = {}): Promise<Response> {
    const own = {
      'Content-Type': 'application/json',
      Accept: accepted,
      ...(bearer ? bearerOf(bearer) : {}),
      ...headers,
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return fetch(`${api.url}/mcp`, { method: 'POST', headers: own, body: text })
  }

  let id = 0
  const rpc: McpWorld['rpc'] = async (method, params = {}, bearer = usual, headers = {}) => {
    id += 1
    const http = await post({ jsonrpc: '2.0', id, method, params }, bearer, headers)
    return { http, body: (await http.clone().json()) as RpcBody }
  }
  const world: McpWorld = {
    api,
    graph,
    organization,
    entities,
    token,
    post,
    rpc,
    matchKey: keyOfFirstRow(organization.key, history.at(-1)?.bom ?? []),
    snapshotIds: history.map(({ snapshotId }) => snapshotId),
    call: (name, given, bearer) => rpc('tools/call', { name, arguments: given }, bearer),
    async close() {
      await api.close()
      await graph.close()
    },
  }
  return world
}

/** The tools in a response of `tools/list`; throws if the result has no list of tools. */
export function toolsOf({ body }: RpcResponse): ListedTool[] {
  if (!body.result?.tools) throw new Error(JSON.stringify(body))
  return body.result.tools
}

export const bearerOf = (token: string) => ({ Authorization: `Bearer ${token}` })

/** Stores 60 styles, 90 materials, 20 SKUs, and 8 suppliers, of which the first produces all styles. */
async function fillGraph(graph: Graph, key: string) {
  const numbered = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}-${at + 1}`)
  const styles = numbered(60, 'QM27').map((record, at) => style(key, record, at % 2 ? 'Rain jacket' : 'Linen shirt'))
  const materials = numbered(90, 'MT').map((record, at) => material(key, record, `Poplin ${100 + at}`))
  const suppliers = numbered(8, 'SUP').map((record) => supplier(key, record))
  const skus = numbered(20, 'SKU').map((record) => sku(key, record))
  const [factory] = suppliers
  const links: TestLink[] = []
  for (const [at, from] of styles.entries()) {
    const owned = skus[at]
    const earlier = styles[at + 1]
    if (owned) links.push({ type: 'HAS_SKU', from, to: owned, properties: skuProperties })
    if (earlier) links.push({ type: 'CARRIED_OVER_FROM', from, to: earlier, properties: seasons })
    if (factory) links.push({ type: 'PRODUCED_BY', from, to: factory, properties: productionProperties })
  }
  for (const [at, from] of materials.entries()) {
    const to = suppliers[at % suppliers.length]
    if (to) links.push({ type: 'SUPPLIED_BY', from, to, properties: supplyProperties })
  }
  const entities = [...styles, ...materials, ...suppliers, ...skus]
  await fill(graph, key, { entities, links })
  return entities
}

const skuProperties = { colorwayCode: 'NVY', sizeCode: 'M', sizeIndex: 1 }
const seasons = { fromSeason: 'FW26', toSeason: 'SS27' }
const productionProperties = { season: 'SS27', sourcingModel: 'CMT', allocationPercent: '60', state: 'active' }
const supplyProperties = {
  mpn: 'HV-2204',
  isNominated: true,
  price: { amount: '3.15', currency: 'EUR' },
  moq: '500',
  leadTimeDays: 35,
  approvalState: 'approved',
}

/** The `_meta` of a request with protocol version 2026-07-28. */
export function modernMeta(version = '2026-07-28') {
  return {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
}

/** The headers of a request with protocol version 2026-07-28. */
export function modernHeaders(method: string, name?: string, version = '2026-07-28'): Record<string, string> {
  return { 'MCP-Protocol-Version': version, 'Mcp-Method': method, ...(name ? { 'Mcp-Name': name } : {}) }
}
