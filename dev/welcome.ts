import { z } from 'zod'
import type { DemoFacts } from './demo-facts.ts'

const EntityIds = z.object({ data: z.array(z.object({ id: z.string() })) })

/**
 * What is printed when all is up: addresses, tokens, and some commands that work when pasted. `apiUrl` is the API seen
 * from this machine, which may not be able to reach its public address.
 */
export async function welcome(
  facts: DemoFacts,
  { demoFile, apiUrl }: { demoFile: string; apiUrl: string },
): Promise<string> {
  const lines = [
    `Base URL  ${facts.baseUrl}`,
    `Docs      ${facts.docsUrl}`,
    `Admin     ${facts.adminUrl}  (/livez, /readyz, /metrics)`,
    `Neo4j     ${facts.neo4jUri}`,
    `Kafka     ${facts.kafkaBrokers}`,
    '',
    ...tokenLines(facts, demoFile),
    ...(await tryLines(facts, apiUrl)),
    'Ctrl-C stops everything; the data stays.',
  ]
  return ['', ...lines, ''].join('\n')
}

function tokenLines({ organizations }: DemoFacts, demoFile: string): string[] {
  if (organizations.length === 0) {
    return ['There is no demo here (DEMO=1 feeds it). Make an organization with `npx tda organizations create`.', '']
  }
  const tokens = organizations.flatMap(({ key, tokens }) => tokens.map(({ token }) => `${key.padEnd(10)}${token}`))
  return [`Tokens (also in ${demoFile}):`, ...tokens, '']
}

async function tryLines({ baseUrl, organizations }: DemoFacts, apiUrl: string): Promise<string[]> {
  const token = organizations[0]?.tokens[0]?.token
  if (token === undefined) return []
  const curl = (path: string) => `curl -s -H 'Authorization: Bearer ${token}' '${baseUrl}${path}'`
  const style = await someStyle(apiUrl, token)
  const links = style === null ? [] : [curl(`/v1/entities/${style}/relationships?limit=5`)]
  const connected = [
    curl('/v1/material-position-exceptions?code=QUANTITY_MISMATCH&limit=3'),
    curl('/v1/freshness?status=stale'),
  ]
  return [
    'Try:',
    curl('/v1/bom/yield-changes?limit=3'),
    curl('/v1/entities?type=style&limit=3'),
    ...links,
    ...connected,
    '',
  ]
}

/** The first style that the API lists; null in somebody's own servers, where the organization may have none. */
async function someStyle(apiUrl: string, token: string): Promise<string | null> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${apiUrl}/v1/entities?type=style&limit=1`, { headers })
  if (!response.ok) throw new Error(`The API does not answer the demo's token (status ${response.status}).`)
  return EntityIds.parse(await response.json()).data[0]?.id ?? null
}
