import type { StoredExport } from '../../../cypher/exports/exports.ts'
import { ExportFormat } from '../../../schemas/exports/export-formats.ts'
import { columnNames, type ExportJob, ExportKind, ExportStatus } from '../../../schemas/exports/exports.ts'
import { storedParameters } from '../../../schemas/stored/export.ts'

/**
 * The poll interval is a tenth of the job's age. A caller then learns of the end with a delay of at most 10% and makes
 * few requests.
 */
const POLLS_PER_AGE = 10
const MOST_SECONDS = 10

/**
 * A stored job as the API returns it. Whether it has expired is computed from the time, because its file is deleted
 * later.
 */
export function jobOf(stored: StoredExport, now: Date): ExportJob {
  const { id, createdAt, startedAt, completedAt, expiresAt, byteSize, sha256, errorCode } = stored
  const kind = ExportKind.parse(stored.kind)
  const status = statusOf(stored, now)
  const isOpen = status === 'queued' || status === 'running'
  const age = now.getTime() - Date.parse(createdAt)
  return {
    exportId: id,
    kind,
    format: ExportFormat.parse(stored.format),
    parameters: storedParameters.read(stored.parameters),
    status,
    createdAt,
    startedAt,
    completedAt,
    expiresAt,
    rowCount: sha256 === null ? null : stored.rows,
    byteSize,
    sha256,
    columns: columnNames(kind),
    progress: { rows: stored.rows },
    errorCode,
    pollAfterSeconds: isOpen ? pollAfter(age / 1000) : null,
    links: { self: pathOf(id), download: `${pathOf(id)}/download` },
  }
}

function pollAfter(ageSeconds: number): number {
  return Math.min(MOST_SECONDS, Math.max(1, Math.ceil(ageSeconds / POLLS_PER_AGE)))
}

export function pathOf(exportId: string): string {
  return `/v1/exports/${exportId}`
}

function statusOf({ status, expiresAt }: StoredExport, now: Date): ExportStatus {
  if (status === 'completed' && expiresAt !== null && now.getTime() >= Date.parse(expiresAt)) return 'expired'
  return ExportStatus.parse(status)
}
