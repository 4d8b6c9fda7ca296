import { expect } from 'chai'
import { tools } from '../../../api/mcp/tools/index.ts'
import { operations } from '../../../api/operations/index.ts'
import type { Graph } from '../../../cypher/connect.ts'
import type { ExportFormat } from '../../../schemas/exports/export-formats.ts'
import { ExportJob } from '../../../schemas/exports/exports.ts'
import type { Scope } from '../../../schemas/scopes.ts'
import { connectTestGraph } from '../graph/graph.ts'
import { type MintedOrganization, mintOrganization } from '../organization.ts'
import { until } from '../until.ts'
import { startApi, type TestApi } from './api.ts'
import { assertContract } from './contract.ts'

type ApiOptions = Omit<Parameters<typeof startApi>[0], 'operations'>

/** The API with an organization that may export, and functions that create and download exports. */
export interface ExportsWorld {
  api: TestApi
  graph: Graph
  organization: MintedOrganization
  token: string
  /** Sends a GET, and retries it as long as the response asks for that: on a slow machine the graph may time out. */
  get(path: string, token?: string, headers?: Record<string, string>): Promise<Response>
  post(body: unknown, token?: string, headers?: Record<string, string>): Promise<Response>
  /** Creates an export; fails unless it is accepted. */
  create(kind: string, parameters?: object, token?: string): Promise<ExportJob>
  job(exportId: string, token?: string): Promise<ExportJob>
  untilEnded(exportId: string): Promise<ExportJob>
  /** Creates an export, waits for it, and returns its text. */
  exported(kind: string, parameters?: object): Promise<{ job: ExportJob; text: string }>
  /** Creates an export in a format, waits for it, and downloads it. */
  exportedAs(
    format: ExportFormat,
    kind: string,
    parameters?: object,
  ): Promise<{ job: ExportJob; answer: Response; bytes: Buffer }>
  close(): Promise<void>
}

export const exportScopes: Scope[] = ['exports:create', 'graph:read', 'bom:read']

/** Starts the API. Exports stay queued until `api.services.exports.start()` is called. */
export async function startExports(options: ApiOptions = {}): Promise<ExportsWorld> {
  const graph = connectTestGraph()
  const organization = await mintOrganization(graph)
  const { text: token } = await organization.issue({ scopes: exportScopes, quota: 1_000_000 })
  const api = await startApi({ operations, tools, ...options })
  const get: ExportsWorld['get'] = (path, bearer = token, headers) => patiently(() => api.get(path, bearer, headers))
  const post: ExportsWorld['post'] = (body, bearer = token, headers = {}) =>
    fetch(`${api.url}/v1/exports`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}`, ...headers },
      body: JSON.stringify(body),
    })
  const newest = async (bearer?: string) => {
    const page = (await (await get('/v1/exports?limit=1', bearer)).json()) as { data: ExportJob[] }
    return page.data[0]
  }
  const dataOf = async (answer: Response): Promise<ExportJob> => {
    const body = (await assertContract(answer)) as { data: unknown }
    expect(answer.status, JSON.stringify(body)).to.equal(200)
    return ExportJob.strict().parse(body.data)
  }
  const world: ExportsWorld = {
    api,
    graph,
    organization,
    token,
    get,
    post,
    async create(kind, parameters, bearer) {
      const before = await newest(bearer)
      const answer = await post({ kind, ...(parameters && { parameters }) }, bearer)
      if (answer.status !== 503) return dataOf(answer)
      // A client that gets no response has to look for the export before it creates another one.
      const after = await newest(bearer)
      return after && after.exportId !== before?.exportId ? after : world.create(kind, parameters, bearer)
    },
    job: async (exportId, bearer = token) => dataOf(await get(`/v1/exports/${exportId}`, bearer)),
    untilEnded: (exportId) =>
      until(`export ${exportId}`, async () => {
        const job = await world.job(exportId)
        return ['completed', 'failed'].includes(job.status) && job
      }),
    async exportedAs(format, kind, parameters) {
      const { exportId } = await dataOf(await post({ kind, format, ...(parameters && { parameters }) }))
      const job = await world.untilEnded(exportId)
      expect(job, JSON.stringify(job)).to.include({ status: 'completed', format })
      const answer = await get(`/v1/exports/${exportId}/download`)
      expect(answer.status).to.equal(200)
      return { job, answer, bytes: Buffer.from(await answer.arrayBuffer()) }
    },
    async exported(kind, parameters) {
      const { exportId } = await world.create(kind, parameters)
      const job = await world.untilEnded(exportId)
      expect(job, JSON.stringify(job)).to.include({ status: 'completed' })
      const answer = await get(`/v1/exports/${exportId}/download`)
      expect(answer.status).to.equal(200)
      return { job, text: await answer.text() }
    },
    async close() {
      await api.close()
      await forgetExports(graph, organization.key)
      await graph.close()
    },
  }
  return world
}

async function patiently(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask()
    if (answer.status !== 503 || tries === 5) return answer
    await answer.body?.cancel()
  }
}

/** Deletes the exports of an organization, which another suite would otherwise process. */
export async function forgetExports(graph: Graph, organization: string): Promise<void> {
  await graph.execute(`MATCH (j:ExportJob {tenantKey: $organization}) DETACH DELETE j`, { organization })
}
