import * as queue from '../../cypher/exceptions/queue.ts'
import type { Changes } from '../records/changes.ts'
import type { Write } from '../records/writes.ts'
import { encodeInvalidation } from './invalidation.ts'

/**
 * Writes the invalidations of a batch. An organization without cross-system data has no exceptions, so it needs none.
 * The batch with its first cross-system data invalidates everything that was applied before. `isConnected` must be read
 * after the batch has locked its partition; `awaitBatches` relies on this.
 */
export function writeInvalidations(write: Write, changes: Changes, isConnected: boolean): void {
  if (!(isConnected || changes.isConnected)) return
  const rows = [...changes.invalidations].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
  if (!isConnected) {
    write(queue.setConnected, { isConnected: true })
    rows.push(encodeInvalidation({ kind: 'everything', isFirst: true }))
  }
  if (rows.length > 0) write(queue.createInvalidations, { rows })
}
