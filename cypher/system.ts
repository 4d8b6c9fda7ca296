import { z } from 'zod'
import { Credential, Organization } from '../schemas/credentials.ts'
import { readQuery, writeQuery } from './query.ts'

const Key = z.object({ key: z.string() })
const Id = z.object({ id: z.string() })

export const createOrganization = writeQuery('system/create-organization', {
  params: z.object({ key: z.string(), name: z.string(), now: z.string() }),
  row: z.object({ created: z.boolean() }),
})

export const listOrganizations = readQuery('system/list-organizations', {
  params: z.object({ keys: z.array(z.string()).nullable() }),
  row: Organization,
})

export const listMarkedOrganizations = readQuery('system/list-marked-organizations', {
  params: z.object({}),
  row: Key,
})

export const countMarks = readQuery('system/count-marks', { params: z.object({}), row: z.object({ marks: z.int() }) })

export const suspendOrganization = writeQuery('system/suspend-organization', {
  params: z.object({ key: z.string(), suspendedAt: z.string().nullable() }),
  row: Key,
})

export const allowSources = writeQuery('system/allow-sources', {
  params: z.object({ key: z.string(), sources: z.array(z.string()).nullable() }),
  row: Key,
})

export const createCredential = writeQuery('system/create-credential', {
  params: Credential.omit({ revokedAt: true, lastUsedAt: true }).extend({ secretHash: z.string() }),
  row: Id,
})

/** `secretHash` is the hexadecimal SHA-256 of the secret; `suspendedAt` is the organization's. */
export const findCredential = readQuery('system/find-credential', {
  params: Id,
  row: Credential.extend({ secretHash: z.string(), suspendedAt: z.string().nullable() }),
})

export const listCredentials = readQuery('system/list-credentials', {
  params: z.object({ organization: z.string() }),
  row: Credential,
})

export const revokeCredential = writeQuery('system/revoke-credential', {
  params: z.object({ id: z.string(), now: z.string() }),
  row: z.object({ id: z.string(), organization: z.string() }),
})

export const expireCredential = writeQuery('system/expire-credential', {
  params: z.object({ id: z.string(), expiresAt: z.string() }),
  row: z.object({ expiresAt: z.string() }),
})

export const touchCredentials = writeQuery('system/touch-credentials', {
  params: z.object({ uses: z.array(z.object({ id: z.string(), at: z.string() })) }),
  row: z.object({}),
})
