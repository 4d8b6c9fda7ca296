import { randomUUID } from 'node:crypto'
import type { StoredExport } from '../../../cypher/exports/exports.ts'
import type { ExportFormat } from '../../../schemas/exports/export-formats.ts'
import { CreateExportForms } from '../../../schemas/exports/export-forms.ts'
import { CreateExportInput, type ExportKind, ExportResponse } from '../../../schemas/exports/exports.ts'
import type { FaultyInput } from '../../../schemas/problem.ts'
import { storedParameters } from '../../../schemas/stored/export.ts'
import type { Context } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/input/invalid-request.ts'
import { operation } from '../../core/operation.ts'
import { requireDomainScope } from './domain-scope.ts'
import { queuedExport } from './examples.ts'
import { jobOf, pathOf } from './job-of.ts'

/** The number of exports of an organization that may be queued or running at the same time. */
const MOST_OPEN = 5

/** `POST /v1/exports`: queues an export with its parameters resolved. */
export const createExport = operation({
  operationId: 'createExport',
  method: 'POST',
  path: '/v1/exports',
  scope: 'exports:create',
  tag: 'Exports',
  summary: 'Create an export',
  description:
    'Queues an export and immediately returns the export job. `format` selects CSV, JSON Lines, or Parquet. The ' +
    'filters are those of the matching read operation. Snapshots are selected when you create the export: dates ' +
    'become snapshot IDs. An organization can have at most 5 queued or running exports. The operation is not ' +
    'idempotent and rejects the `Idempotency-Key` header. After a lost response, look for the job with ' +
    '`GET /v1/exports` before you create it again.',
  problems: [
    'entity_not_found',
    'snapshot_not_found',
    'snapshot_retired',
    'record_not_found',
    'dataset_not_found',
    'snapshot_not_completed',
    'ambiguous_reference',
    'too_many_exports',
  ],
  input: CreateExportInput,
  forms: CreateExportForms,
  output: ExportResponse,
  refusedHeader: { name: 'Idempotency-Key', code: 'idempotency_key_not_accepted' },
  location: ({ data }) => pathOf(data.exportId),
  examples: {
    input: { kind: 'bom_yields', parameters: { snapshotId: queuedExport.parameters.snapshotId } },
    output: { data: queuedExport, meta: {} },
  },
  async handle({ kind, format, parameters: given = {} }, context) {
    requireDomainScope(kind, context)
    requireUsable(format, given)
    const parameters = storedParameters.write(await resolve(kind, given, context))
    const [id, createdAt] = [randomUUID(), context.now().toISOString()]
    const { credential, requestId } = context
    const own = { id, kind, format, parameters, createdAt, credentialId: credential.id, requestId, most: MOST_OPEN }
    const [created] = await context.exports.create(own)
    if (!created) throw tooMany()
    return { data: jobOf({ ...queued, id, kind, format, parameters, createdAt }, context.now()), meta: {} }
  },
})

const queued: Omit<StoredExport, 'id' | 'kind' | 'format' | 'parameters' | 'createdAt'> = {
  sortKey: '',
  status: 'queued',
  startedAt: null,
  completedAt: null,
  expiresAt: null,
  rows: 0,
  byteSize: null,
  sha256: null,
  errorCode: null,
  fence: 0,
}

/** @throws ApiError invalid_request at a parameter that the format does not have */
function requireUsable(format: ExportFormat, { byteOrderMark }: { byteOrderMark?: unknown }): void {
  if (format === 'csv' || byteOrderMark !== true) return
  throw invalidRequest([{ in: 'body', name: 'parameters.byteOrderMark', detail: 'requires the format csv' }])
}

async function resolve(kind: ExportKind, given: unknown, context: Context) {
  try {
    return await context.exports.resolve(kind, given, context)
  } catch (error) {
    throw error instanceof ApiError && error.errors ? inBody(error, error.errors) : error
  }
}

/** Changes the location of faults to the body. The matching reads report them as query parameters. */
function inBody(error: ApiError, faults: readonly FaultyInput[]): ApiError {
  const errors = faults.map(({ name, detail }): FaultyInput => {
    const path = name.startsWith('parameters.') ? name : `parameters.${name}`
    return { in: 'body', name: path, detail }
  })
  return error.code === 'invalid_request'
    ? invalidRequest(errors)
    : new ApiError(error.code, { detail: error.message, errors })
}

function tooMany(): ApiError {
  const detail = `${MOST_OPEN} exports of the organization are queued or running.`
  return new ApiError('too_many_exports', { detail })
}
