import { z } from 'zod'
import { Credential, Organization } from '../../schemas/credentials.ts'
import { Scope } from '../../schemas/scopes.ts'
import { systemStatements } from '../query.ts'

const { read, write } = systemStatements(import.meta.url)

const Key = z.object({ key: z.string() })
const Id = z.object({ id: z.string() })

/** `hash` is that of the key. If an organization with the key was purged, `purgedAt` is the time, and none is created. */
export const createOrganization = write('createOrganization', {
  params: z.object({ key: z.string(), hash: z.string(), name: z.string(), now: z.string() }),
  row: z.object({ created: z.boolean(), purgedAt: z.string().nullable() }),
})

export const listOrganizations = read('listOrganizations', {
  params: z.object({ keys: z.array(z.string()).nullable() }),
  row: Organization,
})

export const listInvalidOrganizations = read('listInvalidOrganizations', {
  params: z.object({}),
  row: Key,
})

export const countInvalidations = read('countInvalidations', {
  params: z.object({}),
  row: z.object({ invalidations: z.int() }),
})

export const suspendOrganization = write('suspendOrganization', {
  params: z.object({ key: z.string(), suspendedAt: z.string().nullable() }),
  row: Key,
})

export const allowSources = write('allowSources', {
  params: z.object({ key: z.string(), sources: z.array(z.string()).nullable() }),
  row: Key,
})

export const createCredential = write('createCredential', {
  params: Credential.omit({ revokedAt: true, lastUsedAt: true }).extend({ secretHash: z.string() }),
  row: Id,
})

/**
 * A credential that a later version may have issued, for example during an upgrade. A scope that is unknown to this
 * version grants nothing.
 */
const StoredCredential = Credential.extend({
  scopes: z.array(z.string()).transform((scopes) => scopes.flatMap((scope) => Scope.safeParse(scope).data ?? [])),
})

/**
 * `secretHash` is the hexadecimal SHA-256 of the secret. `organizationName`, `suspendedAt`, and
 * `organizationQuota` are those of its organization.
 */
export const findCredential = read('findCredential', {
  params: Id,
  row: StoredCredential.extend({
    secretHash: z.string(),
    organizationName: z.string(),
    suspendedAt: z.string().nullable(),
    organizationQuota: Organization.shape.quota,
  }),
})

export const listCredentials = read('listCredentials', {
  params: z.object({ organization: z.string() }),
  row: StoredCredential,
})

/** Of one organization, or of all for null. `now` and `until` are UTC times. */
export const listEndingCredentials = read('listEndingCredentials', {
  params: z.object({ organization: z.string().nullable(), now: z.string(), until: z.string() }),
  row: StoredCredential,
})

export const revokeCredential = write('revokeCredential', {
  params: z.object({ id: z.string(), now: z.string() }),
  row: z.object({ id: z.string(), organization: z.string() }),
})

export const expireCredential = write('expireCredential', {
  params: z.object({ id: z.string(), expiresAt: z.string() }),
  row: z.object({ expiresAt: z.string() }),
})

export const touchCredentials = write('touchCredentials', {
  params: z.object({ uses: z.array(z.object({ id: z.string(), at: z.string() })) }),
  row: z.object({}),
})
