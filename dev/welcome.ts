import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { DemoFacts } from '../demo/feed/demo-facts.ts'

const EntityIds = z.object({ data: z.array(z.object({ id: z.string() })) })

/** Printed when the first brand can be read, while the rest is loading. */
export function firstWords(facts: DemoFacts): string {
  const lines = [
    `Open the Explorer  ${explorerUrl(facts)}`,
    `API                ${facts.baseUrl}`,
    'You can use both now. BOMs, stock positions, and the second brand are still loading.',
  ]
  return ['', ...lines, ''].join('\n')
}

/** The pages of the docs that the final instructions link to. */
export const doors = {
  agents: 'tutorials/connect-an-ai-client',
  dataEngineers: 'tutorials/send-your-first-events',
  operators: 'tutorials/go-to-production',
}

/**
 * What is printed when everything is loaded: addresses, tokens, where to begin, and some commands that work when
 * pasted, because the API returned rows for each before it is printed. `apiUrl` is the API seen from this machine,
 * which may not be able to reach its public address.
 * @throws Error when the API returns an error for one of them, or is not available for five minutes
 */
export async function welcome(
  facts: DemoFacts,
  { demoFile, apiUrl }: { demoFile: string; apiUrl: string },
): Promise<string> {
  const lines = [
    `API       ${facts.baseUrl}`,
    `Docs      ${facts.docsUrl}`,
    `Admin     ${facts.adminUrl}  (/livez, /readyz, /metrics)`,
    `Neo4j     ${facts.neo4jUri}${facts.neo4jPassword ? `  (user neo4j; its password is in ${demoFile})` : ''}`,
    `Kafka     ${facts.kafkaBrokers}`,
    '',
    ...tokenLines(facts, demoFile),
    ...doorLines(facts),
    ...(await tryLines(facts, apiUrl)),
    'Press Ctrl-C to stop everything. The data stays.',
  ]
  return ['', ...lines, ''].join('\n')
}

function doorLines(facts: DemoFacts): string[] {
  const page = (path: string) => `${facts.docsUrl}/${path}`
  return [
    'Where to start:',
    `Planners        Compare BOMs and check stock: ${explorerUrl(facts)}`,
    `Agent builders  Connect an AI client to ${facts.baseUrl}/mcp: ${page(doors.agents)}`,
    `Data engineers  Send records and BOMs: ${page(doors.dataEngineers)}`,
    `Operators       Install and monitor the service: ${page(doors.operators)}`,
    '',
  ]
}

/** A link that signs in to the demo. Browsers do not send a fragment, and the page removes it immediately. */
function explorerUrl({ baseUrl, organizations }: DemoFacts): string {
  const token = organizations[0]?.tokens.find(({ scopes }) => !scopes.includes('mcp:read'))?.token
  return `${baseUrl}/explorer${token === undefined ? '' : `#token=${token}`}`
}

function tokenLines({ organizations }: DemoFacts, demoFile: string): string[] {
  if (organizations.length === 0) {
    return [
      'The demo is not loaded into your own servers; DEMO=1 loads it. Create an organization with `npx tda organizations create`.',
      '',
    ]
  }
  const tokens = organizations.flatMap(({ key, tokens }) =>
    tokens.map(({ scopes, token }) => `${key.padEnd(10)}${scopes.includes('mcp:read') ? 'MCP  ' : 'REST '}${token}`),
  )
  return [`Tokens (also in ${demoFile}):`, ...tokens, '']
}

async function tryLines({ baseUrl, organizations }: DemoFacts, apiUrl: string): Promise<string[]> {
  const token = organizations[0]?.tokens[0]?.token
  if (token === undefined) return []
  const styles = '/v1/entities?type=style&limit=3'
  const [style] = EntityIds.parse(await responseTo(apiUrl + styles, token)).data
  const links = style ? [`/v1/entities/${style.id}/relationships?limit=5`] : []
  const exceptions = '/v1/material-position-exceptions?code=QUANTITY_MISMATCH&limit=3'
  const lines = ['Commands to paste:']
  for (const path of ['/v1/bom/yield-changes?limit=3', styles, ...links, exceptions, '/v1/freshness?status=stale'])
    if ((await responseTo(apiUrl + path, token)) !== null)
      lines.push(`curl -s -H 'Authorization: Bearer ${token}' '${baseUrl}${path}'`)
  return [...lines, '']
}

const TRY_FOR_MS = 300_000
const PAUSE_MS = 500

/** Waits until the API returns styles of the first organization. @throws Error as `welcome` does */
export async function untilReadable({ organizations }: DemoFacts, apiUrl: string): Promise<void> {
  const token = organizations[0]?.tokens[0]?.token
  if (token !== undefined) await responseTo(`${apiUrl}/v1/entities?type=style&limit=3`, token)
}

/**
 * Null for 404, because a user's own servers may not have such data. Retries on 503, because the first query of a graph
 * that was just filled can exceed the time limit of a request.
 */
async function responseTo(url: string, token: string): Promise<unknown> {
  for (const begun = Date.now(); ; await delay(PAUSE_MS)) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    if (response.ok) return response.json()
    if (response.status === 404) return null
    if (response.status !== 503 || Date.now() - begun > TRY_FOR_MS)
      throw new Error(`The API refuses the demo's token (status ${response.status}).`)
  }
}
