import type { Graph } from '../../cypher/connect.ts'
import { createCredential, createOrganization } from '../../cypher/system/credentials.ts'
import { hashOfKey } from '../../cypher/system/hash-of-key.ts'
import { beginPurge } from '../../cypher/system/purge.ts'
import { hashSecret, mintToken } from '../../domain/credentials/token.ts'
import type { Credential } from '../../schemas/credentials.ts'
import { freshOrganization } from './graph/graph.ts'

export interface IssuedToken {
  text: string
  credential: Credential
}

/** A registered organization, with a function that issues tokens for it. */
export interface MintedOrganization {
  key: string
  issue(options?: Partial<Omit<Credential, 'id' | 'organization'>>): Promise<IssuedToken>
}

/** Registers an organization, so that its credentials can be verified. */
export async function mintOrganization(graph: Graph): Promise<MintedOrganization> {
  const key = freshOrganization()
  const now = new Date().toISOString()
  await graph.write((run) => run(createOrganization, null, { key, hash: hashOfKey(key), name: `Test ${key}`, now }))
  return { key, issue: issuerOf(graph, key) }
}

/** Marks an organization as purged. A whole purge would end the claims of all projectors, also of other tests. */
export async function markPurged(graph: Graph, key: string): Promise<void> {
  await graph.write((run) => run(beginPurge, null, { key, hash: hashOfKey(key), now: new Date().toISOString() }))
}

/** Issues tokens for an organization that is registered. */
export function issuerOf(graph: Graph, key: string): MintedOrganization['issue'] {
  return async (options = {}) => {
    const { text, keyId, secret, region } = mintToken(options.region ?? 'local')
    const credential: Credential = {
      id: keyId,
      organization: key,
      region,
      scopes: ['graph:read'],
      name: 'Test',
      kind: 'service',
      createdAt: new Date().toISOString(),
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      quota: 600,
      ...options,
    }
    const { revokedAt: _revokedAt, lastUsedAt: _lastUsedAt, ...stored } = credential
    const secretHash = hashSecret(secret).toString('hex')
    await graph.write((run) => run(createCredential, null, { ...stored, secretHash }))
    return { text, credential }
  }
}
