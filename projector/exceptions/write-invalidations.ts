import * as queue from '../../cypher/exceptions/queue.ts'
import type { Changes } from '../records/changes.ts'
import type { Write } from '../records/writes.ts'
import { encodeInvalidation } from './invalidation.ts'

/**
 * Says what may look different after a batch. Without connected data nothing can; the batch that brings the first of it
 * says so, and invalidates everything that was applied before. `isConnected` is what was read after the batch had taken
 * the lock of its partition: see `awaitBatches`.
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
