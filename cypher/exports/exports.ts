import { z } from 'zod'
import { storedParameters } from '../../schemas/stored/export.ts'
import { tenantStatements } from '../query.ts'

const { read, write } = tenantStatements(import.meta.url)

const Id = z.object({ id: z.string() })
const Locked = Id.extend({ fence: z.int() })

/** `rows` is the number of rows written so far. Version 1.1 stored no `format`: its files are CSV. */
const Job = z.object({
  id: z.string(),
  sortKey: z.string(),
  kind: z.string(),
  format: z.string(),
  parameters: storedParameters.text,
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

/** A stored job. Properties of its end are written together, so a row with only some of them is incomplete. */
export const StoredExport = Job.refine((job) => {
  const hasFile = job.status === 'completed' || job.status === 'expired'
  const hasFailed = job.status === 'failed'
  const ofFile = [job.expiresAt, job.byteSize, job.sha256]
  return (
    ofFile.every((value) => (value !== null) === hasFile) &&
    (job.errorCode !== null) === hasFailed &&
    (job.completedAt !== null) === (hasFile || hasFailed) &&
    (job.startedAt !== null || job.status === 'queued')
  )
}, 'is only partly written')
export type StoredExport = z.infer<typeof StoredExport>

export const createExport = write('createExport', {
  params: Id.extend({
    kind: z.string(),
    format: z.string(),
    parameters: storedParameters.text,
    createdAt: z.string(),
    credentialId: z.string(),
    requestId: z.string(),
    most: z.int(),
  }),
  row: Id,
})

export const getExport = read('getExport', { params: Id, row: StoredExport })

export const listExports = read('listExports', {
  params: z.object({ before: z.string(), limit: z.int() }),
  row: StoredExport,
})

export const completeExport = write('completeExport', {
  params: Locked.extend({
    completedAt: z.string(),
    expiresAt: z.string(),
    byteSize: z.int(),
    sha256: z.string(),
  }),
  row: Id,
})

export const failExport = write('failExport', {
  params: Locked.extend({ completedAt: z.string(), errorCode: z.string() }),
  row: Id,
})

/** `refund` is 1 if the attempt does not count, otherwise 0. */
export const releaseExport = write('releaseExport', {
  params: Locked.extend({ waitMs: z.int(), refund: z.int() }),
  row: Id,
})

/** Returns how many were queued or running. */
export const cancelExports = write('cancelExports', { params: z.object({}), row: z.object({ cancelled: z.int() }) })

export const forgetExportFile = write('forgetExportFile', { params: Id, row: z.object({}) })
