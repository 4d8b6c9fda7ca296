import { z } from 'zod'
import { nullable, OrganizationKey, responseOf, Timestamp } from './common.ts'
import { described } from './described.ts'
import { enumOf } from './enum-of.ts'
import { Scope } from './scopes.ts'

/** A region, as in tokens and in the X-Service-Data-Region header. */
export const Region = z
  .string()
  .regex(/^[a-z0-9-]{2,16}$/, 'must be 2 to 16 lowercase characters (a to z, 0 to 9, -)')
  .meta({ description: 'Region: 2 to 16 lowercase characters (a to z, 0 to 9, -).' })

/** By how much a full replacement of the BOM may have fewer styles or rows than the snapshot before, in percent. */
export const MaxShrink = z.int().min(0).max(100)

/** Requests per minute. */
const RequestQuota = z.int().min(1)

/** `quota` limits all credentials of the organization together, in requests per minute. */
export const Organization = z.object({
  key: OrganizationKey,
  name: z.string().min(1).max(255),
  createdAt: Timestamp,
  suspendedAt: Timestamp.nullable(),
  allowedSources: z.array(z.string()).nullable(),
  maxShrink: MaxShrink.nullable(),
  quota: RequestQuota.nullable(),
})
export type Organization = z.infer<typeof Organization>

export const CredentialKind = enumOf(
  {
    service: 'for the REST API',
    mcp: 'for the REST API and for `/mcp`',
    support: 'for the REST API, held by an operator for some hours',
  },
  { id: 'CredentialKind', description: 'Kind of token. Only tokens of kind `mcp` can access `/mcp`.' },
)

/** A credential without its secret. `quota` is the number of requests per minute. */
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
  quota: RequestQuota,
})
export type Credential = z.infer<typeof Credential>

/** A credential as its owner can read it. It does not contain the secret. */
export const TokenDescription = z
  .object({
    organization: z
      .object({
        key: OrganizationKey,
        name: z.string().meta({ description: 'Name of the organization.' }),
        quotaPerMinute: nullable(RequestQuota).meta({
          description: 'Requests per minute of all tokens of the organization together. Null if there is no limit.',
        }),
      })
      .meta({ description: 'Organization whose data the token can access.' }),
    credential: z
      .object({
        id: z
          .string()
          .meta({ description: 'Key ID: the third part of the token, which operators use to identify it.' }),
        name: z.string().meta({ description: 'Name that the token was issued under.' }),
        kind: CredentialKind,
        scopes: z.array(Scope).meta({ description: 'Scopes of the token. Empty if it has none.' }),
        region: described(Region, 'Region in which the token is valid.'),
        quotaPerMinute: RequestQuota.meta({ description: 'Requests per minute, REST and MCP together.' }),
        createdAt: described(Timestamp, 'Time at which the token was issued.'),
        expiresAt: described(nullable(Timestamp), 'Time at which the token expires. Null if it does not expire.'),
      })
      .meta({ description: 'The token, without its secret.' }),
  })
  .meta({ id: 'TokenDescription', description: 'A token and its organization, without the secret.' })

export const TokenResponse = responseOf('TokenResponse', TokenDescription)

export const GetTokenInput = z.strictObject({})
