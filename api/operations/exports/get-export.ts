import { getExport as readExport, type StoredExport } from '../../../cypher/exports/exports.ts'
import { ExportIdInput, ExportResponse } from '../../../schemas/exports/exports.ts'
import type { Reader } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { completedExport } from './examples.ts'
import { jobOf } from './job-of.ts'

/** `GET /v1/exports/{exportId}`: the status of an export. */
export const getExport = operation({
  operationId: 'getExport',
  method: 'GET',
  path: '/v1/exports/{exportId}',
  scope: 'exports:create',
  tag: 'Exports',
  summary: 'Get the status of an export',
  description:
    'Returns one export of the organization with its status. While `pollAfterSeconds` is not null, wait that ' +
    'number of seconds before you request the status again.',
  problems: ['export_not_found'],
  isAvailableDuringRebuild: true,
  input: ExportIdInput,
  output: ExportResponse,
  examples: { input: { exportId: completedExport.exportId }, output: { data: completedExport, meta: {} } },
  async handle({ exportId }, context) {
    return { data: jobOf(await storedExport(exportId, context), context.now()), meta: {} }
  },
})

/**
 * An export job of the caller's organization.
 * @throws ApiError export_not_found, also for a job of another organization
 */
export async function storedExport(exportId: string, reader: Reader): Promise<StoredExport> {
  const [found] = await reader.read(readExport, { id: exportId.toLowerCase() })
  if (!found) throw new ApiError('export_not_found', { detail: 'The organization has no export with this ID.' })
  return found
}
