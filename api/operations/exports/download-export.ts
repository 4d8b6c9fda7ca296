import { ExportFile, ExportIdInput } from '../../../schemas/exports/exports.ts'
import { ApiError } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { requireDomainScope } from './domain-scope.ts'
import { completedExport, exampleFiles } from './examples.ts'
import { storedExport } from './get-export.ts'
import { jobOf } from './job-of.ts'

/** `GET /v1/exports/{exportId}/download`: the file of a completed export. Every download has the same bytes. */
export const downloadExport = operation({
  operationId: 'downloadExport',
  method: 'GET',
  path: '/v1/exports/{exportId}/download',
  scope: 'exports:create',
  tag: 'Exports',
  summary: 'Download an export',
  description:
    'Downloads the file of a completed export until its `expiresAt`, in the format of the export. A download that ' +
    'has started can finish. The strong `ETag` is the SHA-256 of the file. Send `Range` with one range of bytes to ' +
    'get a part, and `If-Range` to get it only if the file is unchanged. Without `Range`, a CSV or JSON Lines file is ' +
    'compressed with gzip if `Accept-Encoding` allows it. A range that cannot be satisfied is ignored.',
  problems: ['export_not_found', 'export_expired', 'export_not_ready', 'export_failed'],
  isAvailableDuringRebuild: true,
  input: ExportIdInput,
  output: ExportFile,
  files: exampleFiles,
  examples: { input: { exportId: completedExport.exportId }, output: exampleFiles['text/csv'] },
  async handle({ exportId }, context) {
    const stored = await storedExport(exportId, context)
    const { kind, format, status, byteSize, sha256, rowCount, createdAt } = jobOf(stored, context.now())
    requireDomainScope(kind, context)
    if (status === 'expired') throw new ApiError('export_expired', { detail: 'The file was deleted after expiresAt.' })
    if (status === 'failed')
      throw new ApiError('export_failed', { detail: `The export failed with ${stored.errorCode}.` })
    if (byteSize === null || sha256 === null)
      throw new ApiError('export_not_ready', { detail: `The export is ${status}.` })
    const { id, fence } = stored
    return {
      file: {
        name: `${kind}-${createdAt.slice(0, 10)}-${id.slice(0, 8)}.${format}`,
        format,
        byteSize,
        sha256,
        rows: rowCount ?? 0,
        open: (range) => context.exports.open({ exportId: id, fence, format }, range),
      },
    }
  },
})
