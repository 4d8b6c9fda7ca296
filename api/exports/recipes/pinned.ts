import type { Reader } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { type SelectedSnapshot, snapshotById } from '../../operations/bom/reads/select-snapshot.ts'
import type { Row } from '../formats/row.ts'

/**
 * Yields the parts of snapshots, and checks before and after that each is available and unchanged. If a snapshot was
 * retired, or the history rebuilt, during the read, rows may be missing and it throws.
 * @throws ApiError snapshot_retired, snapshot_not_found
 */
export async function* whilePinned<const S extends readonly string[]>(
  reader: Reader,
  snapshotIds: S,
  partsOf: (snapshots: { [K in keyof S]: SelectedSnapshot }) => AsyncGenerator<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  const before = await Promise.all(snapshotIds.map((id) => snapshotById(reader, id)))
  yield* partsOf(before as { [K in keyof S]: SelectedSnapshot })
  const after = await Promise.all(snapshotIds.map((id) => snapshotById(reader, id)))
  if (after.some(({ seq }, at) => seq !== before[at]?.seq)) throw historyChanged()
}

/** The error for an export whose BOM history was rebuilt since it started. */
export function historyChanged(): ApiError {
  return new ApiError('snapshot_not_found', { detail: 'The data was rebuilt while the export was being written.' })
}
