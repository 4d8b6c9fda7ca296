import { getPublication } from '../../../../cypher/bom/read-snapshots.ts'
import type { Context, Reader } from '../../../core/context.ts'
import { ApiError } from '../../../core/errors.ts'
import type { SelectedSnapshot } from './select-snapshot.ts'

/** The rows of a retired snapshot remain readable for this time, for cursors that were returned before. */
const RETIRED_READABLE_MS = 24 * 60 * 60 * 1000

/**
 * A snapshot as it is stored in cursors. The cursor contains enough to read the rows while the service checks that they
 * are still available.
 */
export function pin({ snapshotId, seq, completedAt, rowsPerStyle }: SelectedSnapshot): string {
  return [snapshotId, seq, completedAt, rowsPerStyle].join(' ')
}

/** The snapshot of a cursor. The text needs no validation, because only the service can make a cursor. */
export function unpin(pinned: string): SelectedSnapshot {
  const [snapshotId = '', seq, completedAt = '', rowsPerStyle] = pinned.split(' ')
  return { snapshotId, seq: Number(seq), completedAt, rowsPerStyle: Number(rowsPerStyle), rowCount: null }
}

/**
 * Returns what `reading` read from the snapshots of a cursor, if they are still available or were retired a short time
 * ago. The check runs at the same time as the read, and its error takes precedence over one of the read.
 * @throws ApiError snapshot_retired
 */
export async function whileReadable<T>(
  context: Context,
  pinned: readonly SelectedSnapshot[],
  reading: Promise<T>,
): Promise<T> {
  reading.catch(() => undefined)
  await Promise.all(pinned.map((snapshot) => requireReadable(context, snapshot)))
  return reading
}

async function requireReadable(context: Context, { snapshotId, seq }: SelectedSnapshot): Promise<void> {
  const found = await findPublication(context, snapshotId)
  // A rebuild may give the snapshot another sequence number.
  if (found?.seq !== seq) throw notFound('The snapshot of the cursor is no longer available.')
  if (found.status !== 'retired') return
  const readableUntil = Date.parse(found.retiredAt ?? '') + RETIRED_READABLE_MS
  if (found.purgedAt !== null || !(context.now().getTime() < readableUntil)) throw retired()
}

/** A publication by the ID of its snapshot, with any status. */
export async function findPublication(context: Reader, snapshotId: string) {
  const [found] = await context.read(getPublication, { snapshotId })
  return found
}

/** The problem of a snapshot that does not exist for the caller. */
export function notFound(detail: string): ApiError {
  return new ApiError('snapshot_not_found', { detail })
}

/** The problem of a snapshot whose rows are no longer available. */
export function retired(detail = 'The snapshot was retired. Its rows are no longer available.'): ApiError {
  return new ApiError('snapshot_retired', { detail })
}
