import * as ingest from '../../../cypher/records/write-records.ts'
import { type Changes, countDatasetRow, invalidate } from '../changes.ts'
import { LastWrites, sortedIds } from '../last-writes.ts'
import { recordType } from '../record-type.ts'
import { type PositionEvent, positionOf, storedValues, valuesOf } from './position.ts'

/** Stock positions, which systems report for materials at factories. */
export const positions = recordType<PositionEvent, LastWrites<PositionEvent, ingest.LockedPosition>>({
  isConnected: true,
  async lock({ run, organization }, events) {
    const rows = await run(ingest.lockPositions, organization, { ids: sortedIds(events) })
    return new LastWrites(rows, { event: valuesOf, stored: storedValues })
  },
  fold: (locked, event) => locked.fold(event),
  write(locked, { write, changes }) {
    const opened: ingest.PositionWrite[] = []
    const closed: Pick<ingest.PositionWrite, 'id' | 'state'>[] = []
    for (const [id, event] of locked.newest) {
      const before = locked.stored.get(id)
      const now = event.data && positionOf(id, event, event.data, before)
      const state = locked.stateOf(id)
      if (now) opened.push({ ...now, state })
      else closed.push({ id, state })
      if (before?.doc) countDatasetRow(changes, before.datasetId, -1)
      if (now) countDatasetRow(changes, now.datasetId, 1)
      invalidatePosition(changes, id, before, now)
    }
    if (opened.length > 0) write(ingest.openPositions, { rows: opened })
    if (closed.length > 0) write(ingest.closePositions, { rows: closed })
  },
})

/**
 * Invalidates the pair of a position. If its references changed, the position itself is invalidated too, to resolve
 * them again.
 */
function invalidatePosition(
  changes: Changes,
  id: string,
  before: ingest.LockedPosition | undefined,
  now: Pick<ingest.PositionWrite, 'materialRef' | 'factoryRef'> | null,
): void {
  const { materialKey = null, factoryKey = null, materialRef, factoryRef } = before ?? {}
  const isSame = now?.materialRef === materialRef && now?.factoryRef === factoryRef
  // After the position has left the pair, perhaps nothing else refers to the factory, so the reference is kept as a
  // hint.
  if (materialKey !== null && factoryKey !== null)
    invalidate(changes, { kind: 'pair', materialKey, factoryKey, hint: isSame ? '' : (factoryRef ?? '') })
  if (now && (!isSame || materialKey === null)) invalidate(changes, { kind: 'position', id })
}
