import { z } from 'zod'
import type { DemoFacts } from './demo-facts.ts'

const EntityIds = z.object({ data: z.array(z.object({ id: z.string() })) })

/**
 * What is printed when all is up: addresses, tokens, and three commands that work when pasted. `apiUrl` is the API seen
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
  const search = curl('/v1/entities?type=style&limit=3')
  return ['Try:', curl('/v1/entity-types'), search, curl(`/v1/entities/${style}/relationships?limit=5`), '']
}

/** The first style that the API lists; the commands above are then known to work. @throws Error when it lists none. */
async function someStyle(apiUrl: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${apiUrl}/v1/entities?type=style&limit=1`, { headers })
  const style = response.ok ? EntityIds.parse(await response.json()).data[0] : undefined
  if (!style) throw new Error(`The API lists no style of the demo (status ${response.status}).`)
  return style.id
}
