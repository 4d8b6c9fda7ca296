import { expect } from 'chai'
import { tools } from '../../api/mcp/tools.ts'
import { operations } from '../../api/operations/index.ts'
import { bomEvents } from '../../dev/demo/bom/bom-events.ts'
import { type Brand, openBrand } from '../../dev/demo/brand.ts'
import { connectedEvents } from '../../dev/demo/connected/connected-events.ts'
import { demoEvents } from '../../dev/demo/demo-events.ts'
import type { DemoEvent } from '../../dev/demo/event.ts'
import type { BomYieldChange } from '../../schemas/bom.ts'
import type { Credential } from '../../schemas/credentials.ts'
import { startApi, type TestApi } from './api.ts'
import type { TestBom } from './bom-model.ts'
import { expectedChanges } from './bom-oracle.ts'
import { assertContract } from './contract.ts'
import { demoBom } from './demo-boms.ts'
import { issuerOf } from './organization.ts'
import { type Installation, openInstallation } from './projector.ts'
import { reconciled } from './reconciled.ts'

/** A brand of the demo behind the API, fed through Kafka, with what it was made of. */
export interface DemoWorld {
  organization: string
  brand: Brand
  seed: number
  /** All events but those of publications. */
  events: DemoEvent[]
  /** The BOM of each publication, the oldest first. */
  boms: TestBom[]
  /** What the oracle finds between the first and the last publication. */
  changes: BomYieldChange[]
  api: TestApi
  /** A token of that kind with all scopes that read, and that of exports for services. */
  token(kind: Credential['kind']): Promise<string>
  get<T>(path: string): Promise<T>
  /** Follows `links.next` to the end of a list. */
  all<T>(path: string): Promise<T[]>
  /** The text of a file. */
  download(path: string): Promise<string>
  post<T>(path: string, body: object): Promise<T>
  close(): Promise<void>
}

/** Datasets were last loaded when the API's clock stands still: at the start of the test. */
export async function openDemoWorld(): Promise<DemoWorld> {
  const installation = await openInstallation()
  try {
    return await fedWorld(installation)
  } catch (error) {
    await installation.close()
    throw error
  }
}

async function fedWorld(installation: Installation): Promise<DemoWorld> {
  const { organization, graph } = installation
  const { seed, boms, changes } = tellingBrand(organization)
  const options = { organization, profile: 'smoke', seed } as const
  const now = Date.now()
  const events = [...demoEvents(options), ...connectedEvents(options, { loadsUntil: now })]
  const records = (of: Iterable<DemoEvent>) => [...of].map(({ key, value }) => ({ key, value: JSON.stringify(value) }))
  await installation.start()
  const topic = installation.topics.bom.name
  await installation.send(records(demoEvents(options)))
  await installation.send(records(bomEvents(options)).map((record) => ({ ...record, topic })))
  await installation.caughtUp()
  await installation.send(records(connectedEvents(options, { loadsUntil: now })))
  await installation.caughtUp()
  await reconciled(graph, organization)
  const variables = { PROJECTOR_GROUP: installation.groupId }
  const api = await startApi({ operations, tools, variables, now: () => now + 60_000 })
  const issue = issuerOf(graph, organization)
  const token = async (kind: Credential['kind']) => {
    const own = kind === 'mcp' ? (['mcp:read'] as const) : (['exports:create'] as const)
    const scopes = ['graph:read', 'bom:read', 'materials:read', ...own]
    return (await issue({ scopes: scopes as Credential['scopes'], kind, quota: 100_000 })).text
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
    ...{ organization, brand: openBrand(options), seed, events, boms, changes, api, token, get },
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

/** The first seed whose few publications hold every kind of edit that is asked about. */
function tellingBrand(organization: string): { seed: number; boms: TestBom[]; changes: BomYieldChange[] } {
  for (let seed = 1; seed < 50; seed += 1) {
    const brand = openBrand({ organization, profile: 'smoke', seed })
    const boms = Array.from({ length: brand.profile.snapshots }, (_, place) => demoBom(brand, place + 1))
    const [first, last] = [boms[0], boms.at(-1)]
    const all = first && last ? expectedChanges(organization, first, last) : []
    const changes = all.filter(({ changeType }) => changeType !== 'unchanged')
    const hasMore = changes.some(({ yieldDirection }) => yieldDirection === 'increased')
    const hasArticle = changes.some(({ changedFields, before }) => changedFields.includes('mpn') && before?.mpn)
    if (hasMore && hasArticle) return { seed, boms, changes }
  }
  throw new Error('No seed gives a brand with all edits')
}
