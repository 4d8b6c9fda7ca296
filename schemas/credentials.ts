import { z } from 'zod'
import { nullable, OrganizationKey, responseOf, Timestamp } from './common.ts'
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

/** What a caller is told of its own credential; never its secret. */
export const TokenDescription = z
  .object({
    organization: z
      .object({ key: OrganizationKey, name: z.string() })
      .meta({ description: 'Whose data the token opens.' }),
    credential: z.object({
      id: z.string().meta({ description: 'The key ID in the token, by which operators know it.' }),
      name: z.string().meta({ description: 'What it was issued for.' }),
      kind: CredentialKind.meta({ description: 'Only tokens of kind `mcp` open `/mcp`.' }),
      scopes: z.array(Scope).meta({ description: 'What it may do; empty when it opens nothing but this.' }),
      region: Region.meta({ description: 'Where it is taken.' }),
      quotaPerMinute: z.int().min(1).meta({ description: 'Requests a minute, REST and MCP together.' }),
      createdAt: Timestamp,
      expiresAt: nullable(Timestamp).meta({ description: 'Null when it does not expire by itself.' }),
    }),
  })
  .meta({ id: 'TokenDescription', description: 'An organization and one of its credentials, without the secret.' })

export const TokenResponse = responseOf('TokenResponse', TokenDescription)

export const GetTokenInput = z.strictObject({})
