import { z } from 'zod'
import { storedParameters } from '../../schemas/stored/export.ts'
import { systemStatements } from '../query.ts'

const { read, write } = systemStatements(import.meta.url)

const Owned = z.object({ organization: z.string(), id: z.string() })

export const listClaimableExports = read('listClaimableExports', {
  params: z.object({ limit: z.int() }),
  row: Owned,
})

/** `since` is null if no export waits. */
export const countWaitingExports = read('countWaitingExports', {
  params: z.object({}),
  row: z.object({ waiting: z.int(), since: z.string().nullable() }),
})

export const claimExport = write('claimExport', {
  params: Owned.extend({ leaseMs: z.int(), now: z.string() }),
  row: z.object({
    fence: z.int(),
    attempts: z.int(),
    kind: z.string(),
    format: z.string(),
    parameters: storedParameters.text,
    requestId: z.string(),
  }),
})

/** Returns no row when the lease was lost. */
export const lockExport = write('lockExport', {
  params: Owned.extend({ fence: z.int(), leaseMs: z.int(), rows: z.int() }),
  row: z.object({ suspended: z.boolean() }),
})

export const listExpiredExports = read('listExpiredExports', {
  params: z.object({ now: z.string(), limit: z.int() }),
  row: Owned.extend({ fence: z.int(), format: z.string() }),
})
