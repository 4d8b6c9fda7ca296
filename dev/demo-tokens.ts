import { timingSafeEqual } from 'node:crypto'
import { issueToken } from '../cli/tokens.ts'
import type { Graph } from '../cypher/connect.ts'
import { findCredential } from '../cypher/system.ts'
import type { Scope } from '../schemas/scopes.ts'
import { hashSecret, parseToken } from '../schemas/token.ts'
import type { DemoFacts } from './demo-facts.ts'

type DemoToken = DemoFacts['organizations'][number]['tokens'][number]

const everyRestScope: Scope[] = ['graph:read', 'bom:read', 'materials:read', 'exports:create']

/**
 * The tokens of a demo organization: those of an earlier start that still open it, else a new one. Only its hash is in
 * the graph, so that a lost demo.json means a new token.
 */
export async function demoTokens(
  graph: Graph,
  { organization, region, earlier }: { organization: string; region: string; earlier: DemoToken[] },
): Promise<DemoToken[]> {
  const checked = await Promise.all(
    earlier.map(async (token) => ((await opens(graph, organization, token)) ? [token] : [])),
  )
  const valid = checked.flat()
  return valid.length > 0 ? valid : [await issue(graph, organization, region)]
}

async function opens(graph: Graph, organization: string, { token }: DemoToken): Promise<boolean> {
  const parsed = parseToken(token)
  if (!parsed) return false
  const [stored] = await graph.read(findCredential, null, { id: parsed.keyId })
  if (stored?.organization !== organization || stored.revokedAt !== null) return false
  if (stored.expiresAt !== null && stored.expiresAt <= new Date().toISOString()) return false
  return timingSafeEqual(hashSecret(parsed.secret), Buffer.from(stored.secretHash, 'hex'))
}

async function issue(graph: Graph, organization: string, region: string): Promise<DemoToken> {
  const credential = { organization, name: 'demo', scopes: everyRestScope, expiresAt: null, region, now: new Date() }
  const { token } = await issueToken(graph, credential)
  return { scopes: everyRestScope, token }
}
