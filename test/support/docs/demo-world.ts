import { expect } from 'chai'
import type { Router } from 'express'
import { tools } from '../../../api/mcp/tools/index.ts'
import type { Tool } from '../../../api/mcp/tools/tool.ts'
import { operations } from '../../../api/operations/index.ts'
import { type BomFeed, bomEvents } from '../../../demo/bom/bom-events.ts'
import { type Brand, type BrandOptions, openBrand } from '../../../demo/brand.ts'
import { connectedEvents } from '../../../demo/connected/connected-events.ts'
import { demoEvents } from '../../../demo/demo-events.ts'
import type { DemoEvent } from '../../../demo/event.ts'
import type { BomYieldChange } from '../../../schemas/bom/yields.ts'
import type { Credential } from '../../../schemas/credentials.ts'
import { startApi, type TestApi } from '../api/api.ts'
import { assertContract } from '../api/contract.ts'
import type { TestBom } from '../bom/bom-model.ts'
import { expectedChanges } from '../bom/bom-oracle.ts'
import { demoBom } from '../bom/demo-boms.ts'
import { reconciled } from '../materials/reconciled.ts'
import { issuerOf } from '../organization.ts'
import { type Installation, openInstallation } from '../processes/projector.ts'

/** A demo brand behind the API, loaded through Kafka, with its generated events and BOMs. */
export interface DemoWorld {
  organization: string
  brand: Brand
  options: BrandOptions
  /** All events except those of publications. */
  events: DemoEvent[]
  /** The BOM of each publication, oldest first. */
  boms: TestBom[]
  /** The expected changes between the first and the last publication, by the oracle. */
  changes: BomYieldChange[]
  api: TestApi
  /** Issues a token of a kind with the scopes of all operations. */
  token(kind: Credential['kind']): Promise<string>
  get<T>(path: string): Promise<T>
  /** Follows `links.next` to the end of a list. */
  all<T>(path: string): Promise<T[]>
  /** Downloads a file as text. */
  download(path: string): Promise<string>
  post<T>(path: string, body: object): Promise<T>
  close(): Promise<void>
}

/** A brand with the BOM of each publication, oldest first, and the changes from the first to the last. */
export interface ToldBrand {
  options: BrandOptions
  boms: TestBom[]
  changes: BomYieldChange[]
}

interface DemoOptions {
  /** Creates the brand of the organization; default is one whose publications contain every kind of edit. */
  brandOf?: (organization: string) => ToldBrand
  bomFeed?: BomFeed
  /** Further records, which are sent last. */
  more?: (brand: Brand) => DemoEvent[]
  /** The MCP tools; default are the six core tools. */
  tools?: readonly Tool[]
  /** Routers of public pages. */
  publicRouters?: readonly Router[]
}

/** Starts a demo brand. The clock of the API stands still at the time at which the datasets were last loaded. */
export async function openDemoWorld(options: DemoOptions = {}): Promise<DemoWorld> {
  const installation = await openInstallation()
  try {
    return await fedWorld(installation, options)
  } catch (error) {
    await installation.close()
    throw error
  }
}

async function fedWorld(installation: Installation, given: DemoOptions): Promise<DemoWorld> {
  const { organization, graph } = installation
  const { options, boms, changes } = (given.brandOf ?? tellingBrand)(organization)
  const brand = openBrand(options)
  const now = Date.now()
  const more = given.more?.(brand) ?? []
  const events = [...demoEvents(options), ...connectedEvents(options, { loadsUntil: now })]
  const records = (events: Iterable<DemoEvent>) =>
    [...events].map(({ key, value }) => ({ key, value: JSON.stringify(value) }))
  await installation.startHere()
  const topic = installation.topics.bom.name
  await installation.send(records(demoEvents(options)))
  await installation.send(records(bomEvents(options, given.bomFeed)).map((record) => ({ ...record, topic })))
  await installation.caughtUp()
  await installation.send(records([...connectedEvents(options, { loadsUntil: now }), ...more]))
  await installation.caughtUp()
  await reconciled(graph, organization)
  const variables = { PROJECTOR_GROUP: installation.groupId }
  const { publicRouters = [] } = given
  const api = await startApi({
    operations,
    tools: given.tools ?? tools,
    variables,
    now: () => now + 60_000,
    publicRouters,
  })
  const issue = issuerOf(graph, organization)
  const token = async (kind: Credential['kind']) => {
    const domains = [...new Set(operations.flatMap(({ scope }) => scope ?? []))]
    const scopes: Credential['scopes'] = kind === 'mcp' ? ['mcp:read', ...domains] : domains
    return (await issue({ scopes, kind, quota: 100_000 })).text
  }
  const bearer = await token('service')
  const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' }
  const answered = async <T>(asked: Promise<Response>) => {
    const answer = await asked
    const body = await assertContract(answer)
    expect(answer.status, JSON.stringify(body)).to.equal(200)
    return body as T
  }
  const get = <T>(path: string) => answered<T>(fetch(api.url + path, { headers }))
  return {
    organization,
    brand,
    options,
    events,
    boms,
    changes,
    api,
    token,
    get,
    async all<T>(path: string) {
      const rows: T[] = []
      const joined = `${path}${path.includes('?') ? '&' : '?'}limit=1000`
      for (let next: string | null = joined; next !== null; ) {
        const page: { data: T[]; links: { next: string | null } } = await get(next)
        rows.push(...page.data)
        next = page.links.next === null ? null : `${joined}&cursor=${encodeURIComponent(page.links.next)}`
      }
      return rows
    },
    async download(path) {
      const answer = await fetch(api.url + path, { headers })
      expect(answer.status).to.equal(200)
      return answer.text()
    },
    post: <T>(path: string, body: object) =>
      answered<T>(fetch(api.url + path, { method: 'POST', headers, body: JSON.stringify(body) })),
    async close() {
      await api.close()
      await installation.close()
    },
  }
}

/** The brand of the first seed whose publications contain every kind of edit. */
function tellingBrand(organization: string): ToldBrand {
  for (let seed = 1; seed < 50; seed += 1) {
    const options: BrandOptions = { organization, profile: 'smoke', seed }
    const brand = openBrand(options)
    const boms = Array.from({ length: brand.profile.snapshots }, (_, place) => demoBom(brand, place + 1))
    const [first, last] = [boms[0], boms.at(-1)]
    const all = first && last ? expectedChanges(organization, first, last) : []
    const changes = all.filter(({ changeType }) => changeType !== 'unchanged')
    const hasMore = changes.some(({ yieldDirection }) => yieldDirection === 'increased')
    const hasArticle = changes.some(({ changedFields, before }) => changedFields.includes('mpn') && before?.mpn)
    if (hasMore && hasArticle) return { options, boms, changes }
  }
  throw new Error('No seed gives a brand with all edits')
}
