import { z } from 'zod'
import { readQuery, writeQuery } from './query.ts'

const Id = z.object({ id: z.string() })
const Held = Id.extend({ fence: z.int() })
const Owned = z.object({ organization: z.string(), id: z.string() })

/** A job as it is stored; `parameters` is JSON text, `rows` how many were written so far or in the end. */
export const StoredExport = z.object({
  id: z.string(),
  sortKey: z.string(),
  kind: z.string(),
  parameters: z.string(),
  status: z.string(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  rows: z.int(),
  byteSize: z.int().nullable(),
  sha256: z.string().nullable(),
  errorCode: z.string().nullable(),
  fence: z.int(),
})
export type StoredExport = z.infer<typeof StoredExport>

export const createExport = writeQuery('exports/create-export', {
  params: Id.extend({
    kind: z.string(),
    parameters: z.string(),
    createdAt: z.string(),
    credentialId: z.string(),
    requestId: z.string(),
    most: z.int(),
  }),
  row: Id,
})

export const getExport = readQuery('exports/get-export', { params: Id, row: StoredExport })

export const listExports = readQuery('exports/list-exports', {
  params: z.object({ before: z.string(), limit: z.int() }),
  row: StoredExport,
})

export const completeExport = writeQuery('exports/complete-export', {
  params: Held.extend({
    completedAt: z.string(),
    expiresAt: z.string(),
    rows: z.int(),
    byteSize: z.int(),
    sha256: z.string(),
  }),
  row: Id,
})

export const failExport = writeQuery('exports/fail-export', {
  params: Held.extend({ completedAt: z.string(), errorCode: z.string() }),
  row: Id,
})

/** `refund` is 1 when the attempt does not count, else 0. */
export const releaseExport = writeQuery('exports/release-export', {
  params: Held.extend({ waitMs: z.int(), refund: z.int() }),
  row: Id,
})

export const forgetExportFile = writeQuery('exports/forget-export-file', { params: Id, row: z.object({}) })

export const listClaimableExports = readQuery('system/list-claimable-exports', {
  params: z.object({ limit: z.int() }),
  row: Owned,
})

export const claimExport = writeQuery('system/claim-export', {
  params: Owned.extend({ leaseMs: z.int(), now: z.string() }),
  row: z.object({
    fence: z.int(),
    attempts: z.int(),
    kind: z.string(),
    parameters: z.string(),
    requestId: z.string(),
  }),
})

/** No row comes back when the lease was lost. */
export const holdExport = writeQuery('system/hold-export', {
  params: Owned.extend({ fence: z.int(), leaseMs: z.int(), rows: z.int() }),
  row: z.object({ suspended: z.boolean() }),
})

export const listExpiredExports = readQuery('system/list-expired-exports', {
  params: z.object({ now: z.string(), limit: z.int() }),
  row: Owned.extend({ fence: z.int() }),
})
