import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { issueToken } from '../../cli/tokens.ts'
import { connectGraph } from '../../cypher/connect.ts'
import { embeddedNeo4j } from '../../dev/runtime/settings.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { patient } from '../support/graph/patience.ts'
import { start } from '../support/processes/npm-start.ts'
import { fillSources } from './fill-sources.ts'

/** Loading the smallest demo takes seconds on a quiet machine, but minutes on a busy one. */
const READY_WITHIN_MS = 1_700_000

/** The whole product as `npm start` starts it, with a token without a practical quota for each demo organization. */
export interface Product {
  baseUrl: string
  tokens: string[]
  /** The ID of one entity of each organization. */
  entities: string[]
  /** The ID of one material of each organization that has records of source systems. */
  materials: string[]
  /** The ID of an export of the first organization. */
  exportId: string
  /** An exception of the first organization. */
  exceptionId: string
  stop(): Promise<void>
}

/** Starts `npm start` in the given folder with the smallest demo. */
export async function startProduct(folder: string): Promise<Product> {
  const started = start('node', folder)
  const stop = async () => {
    started.signal('SIGTERM')
    await started.ended
  }
  try {
    await started.untilReady(READY_WITHIN_MS)
    return { ...(await prepare(folder)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function prepare(folder: string): Promise<Omit<Product, 'stop'>> {
  const facts = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'))
  const graph = connectGraph(parseEnvironment(embeddedNeo4j(facts.neo4jUri, facts.neo4jPassword)), patient)
  const tokens: string[] = []
  for (const { key } of facts.organizations) {
    const issued = await issueToken(graph, {
      organization: key,
      name: 'Contract tests',
      kind: 'mcp',
      scopes: ['graph:read', 'bom:read', 'materials:read', 'exports:create', 'ingest:read', 'mcp:read'],
      expiresAt: new Date(Date.now() + 24 * 3_600_000),
      quota: 1_000_000,
      region: 'local',
      now: new Date(),
    })
    tokens.push(issued.token)
  }
  const materials: string[] = []
  for (const { key } of facts.organizations) materials.push(await fillSources(graph, key))
  await graph.close()
  const entities = await Promise.all(tokens.map((token) => anEntity(facts.baseUrl, token)))
  const exportId = await anExport(facts.baseUrl, tokens[0] ?? '')
  const exceptionId = await anException(facts.baseUrl, tokens[0] ?? '', materials[0] ?? '')
  return { baseUrl: facts.baseUrl, tokens, entities, materials, exportId, exceptionId }
}

async function anEntity(baseUrl: string, token: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/v1/entities?type=style&limit=1`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const page = (await answer.json()) as { data: { id: string }[] }
  const [first] = page.data
  if (!first) throw new Error(`The demo has no style: ${answer.status}`)
  return first.id
}

async function anException(baseUrl: string, token: string, material: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/v1/material-position-exceptions?material=${material}&limit=1`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const page = (await answer.json()) as { data?: { exceptionId: string }[] }
  const [first] = page.data ?? []
  if (!first) throw new Error(`The material has no exception: ${answer.status}`)
  return first.exceptionId
}

async function anExport(baseUrl: string, token: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/v1/exports`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind: 'entities' }),
  })
  const { data } = (await answer.json()) as { data?: { exportId: string } }
  if (!data) throw new Error(`No export was created: ${answer.status}`)
  return data.exportId
}
