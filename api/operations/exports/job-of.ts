import type { StoredExport } from '../../../cypher/exports.ts'
import { type ExportJob, ExportKind, ExportStatus, exportKinds } from '../../../schemas/exports.ts'

const POLL_SOON_SECONDS = 2
const POLL_LATER_SECONDS = 10
/** A job that takes longer than this is asked for less often. */
const LONG_MS = 60_000

/** A stored job as it is published. Whether it has expired follows from the time: what deletes its file comes later. */
export function jobOf(stored: StoredExport, now: Date): ExportJob {
  const { id, createdAt, startedAt, completedAt, expiresAt, byteSize, sha256, errorCode } = stored
  const kind = ExportKind.parse(stored.kind)
  const status = statusOf(stored, now)
  const isOpen = status === 'queued' || status === 'running'
  const age = now.getTime() - Date.parse(createdAt)
  return {
    exportId: id,
    kind,
    parameters: JSON.parse(stored.parameters),
    ...{ status, createdAt, startedAt, completedAt, expiresAt },
    rowCount: sha256 === null ? null : stored.rows,
    byteSize,
    sha256,
    columns: [...exportKinds[kind].columns],
    progress: { rows: stored.rows },
    errorCode,
    pollAfterSeconds: isOpen ? (age < LONG_MS ? POLL_SOON_SECONDS : POLL_LATER_SECONDS) : null,
    links: { self: pathOf(id), download: `${pathOf(id)}/download` },
  }
}

/** The path of a job. */
export function pathOf(exportId: string): string {
  return `/v1/exports/${exportId}`
}

function statusOf({ status, expiresAt }: StoredExport, now: Date): ExportStatus {
  if (status === 'completed' && expiresAt !== null && now.getTime() >= Date.parse(expiresAt)) return 'expired'
  return ExportStatus.parse(status)
}
