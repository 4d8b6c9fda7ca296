import { createCredential } from '../cypher/system/credentials.ts'
import { hashSecret, mintToken } from '../domain/credentials/token.ts'
import type { Credential } from '../schemas/credentials.ts'
import type { World } from './world.ts'

const QUOTA = 1_000_000_000

/** Issues a credential with all scopes and no practical quota, and returns the headers that present it. */
export async function issueCredential({ graph, environment }: World, organization: string) {
  const { text, keyId, secret, region } = mintToken(environment.DATA_REGION)
  const issued: Omit<Credential, 'revokedAt' | 'lastUsedAt'> = {
    id: keyId,
    organization,
    region,
    scopes: ['graph:read', 'bom:read', 'materials:read', 'exports:create', 'ingest:read', 'mcp:read'],
    name: 'bench',
    kind: 'service',
    createdAt: new Date().toISOString(),
    expiresAt: null,
    quota: QUOTA,
  }
  const secretHash = hashSecret(secret).toString('hex')
  await graph.write((run) => run(createCredential, null, { ...issued, secretHash }))
  const credential: Credential = { ...issued, revokedAt: null, lastUsedAt: null }
  return { credential, headers: { Authorization: `Bearer ${text}` } }
}
