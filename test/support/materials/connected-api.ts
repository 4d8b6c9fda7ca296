import { expect } from 'chai'
import type { Operation } from '../../../api/core/operation.ts'
import { operations } from '../../../api/operations/index.ts'
import type { Graph } from '../../../cypher/connect.ts'
import { startApi, type TestApi } from '../api/api.ts'
import { assertContract, assertProblemCode } from '../api/contract.ts'
import { connectTestGraph } from '../graph/graph.ts'
import { type MintedOrganization, mintOrganization } from '../organization.ts'
import { NOW } from './connected-rows.ts'

type Inputs = Record<string, string | number>
type Answered = { data: Record<string, unknown>[]; links: { next: string | null }; meta: Record<string, unknown> }

/** The API with a clock of its own, and two organizations whose callers may read connected data. */
export interface ConnectedApi {
  api: TestApi
  graph: Graph
  clock: { now: number }
  ours: MintedOrganization
  theirs: MintedOrganization
  tokens: { ours: string; theirs: string }
  /** Reads a path, and checks the response by the schema of its operation. */
  read<T = Answered>(path: string, inputs?: Inputs, token?: string): Promise<T>
  /** Reads all pages of a list with a page size; fails if a row occurs twice. */
  walk<Row = Record<string, unknown>>(path: string, inputs: Inputs, limit: number): Promise<Row[]>
  post(body: unknown, token?: string): Promise<Response>
  close(): Promise<void>
}

export const pathOf = (path: string, inputs: Inputs = {}) =>
  `${path}?${new URLSearchParams(Object.entries(inputs).map(([name, value]): [string, string] => [name, String(value)]))}`

export async function startConnectedApi(): Promise<ConnectedApi> {
  const graph = connectTestGraph()
  const clock = { now: NOW }
  const [ours, theirs] = [await mintOrganization(graph), await mintOrganization(graph)]
  const scopes = ['materials:read' as const]
  const issue = async (organization: MintedOrganization) => (await organization.issue({ scopes, quota: 100_000 })).text
  const tokens = { ours: await issue(ours), theirs: await issue(theirs) }
  const api = await startApi({ operations, now: () => clock.now })

  async function read<T = Answered>(path: string, inputs: Inputs = {}, token = tokens.ours): Promise<T> {
    const answer = await api.get(pathOf(path, inputs), token)
    const body = await assertContract(answer)
    expect(answer.status, JSON.stringify(body)).to.equal(200)
    expect(outputOf(path).parse(body), 'the answer as its schema reads it').to.deep.equal(body)
    return body as T
  }

  return {
    api,
    graph,
    clock,
    ours,
    theirs,
    tokens,
    read,
    async walk<Row>(path: string, inputs: Inputs, limit: number) {
      const rows: Row[] = []
      for (let cursor: Inputs = {}, next: string | null = ''; next !== null; cursor = { cursor: next ?? '' }) {
        const page = await read<{ data: Row[]; links: { next: string | null } }>(path, { ...inputs, limit, ...cursor })
        expect(page.data.length).to.be.at.most(limit)
        rows.push(...page.data)
        next = page.links.next
      }
      const texts = rows.map((row) => JSON.stringify(row))
      expect(new Set(texts).size, 'distinct rows').to.equal(texts.length)
      return rows
    },
    post(body, token = tokens.ours) {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      return fetch(`${api.url}/v1/material-position-comparisons`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
    },
    async close() {
      await api.close()
      await graph.close()
    },
  }
}

function outputOf(path: string): Operation['output'] {
  const found = operations.find((one) => new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
  if (!found) throw new Error(`No operation is at ${path}`)
  return found.output
}

/** The problem in a response as text, without the IDs of the request. */
export async function refusalOf(answer: Response, code: Parameters<typeof assertProblemCode>[1]): Promise<string> {
  const { requestId: _request, correlationId: _correlation, ...rest } = await assertProblemCode(answer, code)
  return JSON.stringify(rest)
}
