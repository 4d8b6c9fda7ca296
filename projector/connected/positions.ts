import type { Run } from '../../cypher/connect.ts'
import * as ingest from '../../cypher/ingest.ts'
import type { Write } from '../writes.ts'
import { type Changes, countDatasetRow, mark } from './changes.ts'
import { lastWrites, sortedIds, stateOf } from './last-writes.ts'
import { type PositionEvent, positionOf } from './position.ts'

/** Applies the position events of one organization. */
export async function projectPositions(
  run: Run,
  write: Write,
  organization: string,
  events: PositionEvent[],
  changes: Changes,
): Promise<void> {
  if (events.length === 0) return
  const rows = await run(ingest.holdPositions, organization, { ids: sortedIds(events) })
  const held = new Map(rows.map((row) => [row.id, row]))
  const { newest } = lastWrites(events, held, changes)
  const opened: ingest.PositionWrite[] = []
  const closed: { id: string; state: string }[] = []
  for (const [id, event] of newest) {
    const before = held.get(id)
    const now = event.data && positionOf(id, event, event.data, before)
    if (now) opened.push(now)
    else closed.push({ id, state: stateOf(event) })
    notePosition(changes, event, before, -1)
    notePosition(changes, event, now, 1)
  }
  if (opened.length > 0) write(ingest.openPositions, { rows: opened })
  if (closed.length > 0) write(ingest.closePositions, { rows: closed })
}

type Told = Pick<ingest.HeldPosition, 'materialRef' | 'factoryRef' | 'datasetId'>

/** Both what a position spoke of and what it speaks of now may look different. */
function notePosition(changes: Changes, { time }: PositionEvent, told: Told | null | undefined, delta: 1 | -1): void {
  if (!told || told.materialRef === null || told.factoryRef === null) return
  mark(changes, ['pair', told.materialRef, told.factoryRef], time)
  countDatasetRow(changes, told.datasetId, delta)
}
