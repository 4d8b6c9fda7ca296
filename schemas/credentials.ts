import { z } from 'zod'
import { OrganizationKey, Timestamp } from './common.ts'
import { Scope } from './scopes.ts'

/** A region, as it stands in tokens and in the X-Service-Data-Region header. */
export const Region = z.string().regex(/^[a-z0-9-]{2,16}$/, 'must match ^[a-z0-9-]{2,16}$')

export const Organization = z.object({
  key: OrganizationKey,
  name: z.string().min(1).max(255),
  createdAt: Timestamp,
  suspendedAt: Timestamp.nullable(),
  allowedSources: z.array(z.string()).nullable(),
})
export type Organization = z.infer<typeof Organization>

export const CredentialKind = z.enum(['service', 'mcp'])

/** A credential without its secret; `quota` is requests a minute. */
export const Credential = z.object({
  id: z.string(),
  organization: OrganizationKey,
  region: Region,
  scopes: z.array(Scope),
  name: z.string(),
  kind: CredentialKind,
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
  quota: z.int().min(1),
})
export type Credential = z.infer<typeof Credential>
