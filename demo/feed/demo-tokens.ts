import { timingSafeEqual } from 'node:crypto'
import { issueToken } from '../../cli/tokens.ts'
import type { Graph } from '../../cypher/connect.ts'
import { findCredential } from '../../cypher/system/credentials.ts'
import { hashSecret, parseToken } from '../../domain/credentials/token.ts'
import type { Scope } from '../../schemas/scopes.ts'
import type { DemoFacts } from './demo-facts.ts'

type DemoToken = DemoFacts['organizations'][number]['tokens'][number]

const everyRestScope: Scope[] = ['graph:read', 'bom:read', 'materials:read', 'exports:create', 'ingest:read']

const MCP_DAYS = 90

/**
 * The tokens of a demo organization, one for REST and then one for MCP: those of an earlier start that still open it,
 * else new ones. Only their hashes are in the graph, so that a lost demo.json means new tokens.
 */
export async function demoTokens(
  graph: Graph,
  { organization, region, earlier }: { organization: string; region: string; earlier: DemoToken[] },
): Promise<DemoToken[]> {
  const checked = await Promise.all(
    earlier.map(async (token) => ((await opens(graph, organization, token)) ? [token] : [])),
  )
  const valid = checked.flat()
  const isForMcp = ({ scopes }: DemoToken) => scopes.includes('mcp:read')
  const forRest = valid.find((token) => !isForMcp(token)) ?? (await issue(graph, organization, region, 'service'))
  const forMcp = valid.find(isForMcp) ?? (await issue(graph, organization, region, 'mcp'))
  return [forRest, forMcp]
}

async function opens(graph: Graph, organization: string, { token }: DemoToken): Promise<boolean> {
  const parsed = parseToken(token)
  if (!parsed) return false
  const [stored] = await graph.read(findCredential, null, { id: parsed.keyId })
  if (stored?.organization !== organization || stored.revokedAt !== null) return false
  if (stored.expiresAt !== null && stored.expiresAt <= new Date().toISOString()) return false
  return timingSafeEqual(hashSecret(parsed.secret), Buffer.from(stored.secretHash, 'hex'))
}

type Kind = 'service' | 'mcp'

async function issue(graph: Graph, organization: string, region: string, kind: Kind): Promise<DemoToken> {
  const now = new Date()
  const isMcp = kind === 'mcp'
  const scopes: Scope[] = isMcp ? ['mcp:read', ...everyRestScope] : everyRestScope
  const expiresAt = isMcp ? new Date(now.getTime() + MCP_DAYS * 86_400_000) : null
  const name = isMcp ? 'demo-mcp' : 'demo'
  const { token } = await issueToken(graph, { organization, name, kind, scopes, expiresAt, region, now })
  return { scopes, token }
}
