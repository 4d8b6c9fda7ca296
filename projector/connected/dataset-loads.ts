import type { Run } from '../../cypher/connect.ts'
import * as ingest from '../../cypher/ingest.ts'
import type { InspectedLoad } from '../../schemas/connected.ts'
import type { RecordEvent } from '../../schemas/decode-event.ts'
import type { Write } from '../writes.ts'
import type { Changes } from './changes.ts'
import { lastWrites, sortedIds, stateOf } from './last-writes.ts'
import { redactText } from './redact-text.ts'

type DatasetLoadEvent = Extract<RecordEvent, { kind: 'dataset_load' }>

/** Applies the dataset load events of one organization. Freshness is derived when asked, so that nothing is marked. */
export async function projectDatasetLoads(
  run: Run,
  write: Write,
  organization: string,
  events: DatasetLoadEvent[],
  changes: Changes,
): Promise<void> {
  if (events.length === 0) return
  const held = await run(ingest.holdDatasetLoads, organization, { ids: sortedIds(events) })
  const { newest } = lastWrites(events, new Map(held.map((row) => [row.id, row])), changes)
  const rows = [...newest].map(([id, event]) => loadOf(id, event))
  if (rows.length > 0) write(ingest.writeDatasetLoads, { rows })
}

const nothing = {
  ...{ datasetId: null, runId: null, system: null, status: null },
  ...{ startedAt: null, endedAt: null, sourceWatermarkAt: null, doc: null },
}

function loadOf(id: string, event: DatasetLoadEvent): ingest.DatasetLoadWrite {
  const state = stateOf(event)
  if (event.data === null) return { id, ...nothing, state }
  const { datasetId, status, startedAt, endedAt, sourceWatermarkAt, rowsRead, rowsWritten, rowsRejected } = event.data
  const runId = event.record.recordId
  // What a failed connection says names its server more often than not.
  const error = event.data.error && redactText(event.data.error)
  const doc: InspectedLoad = {
    ...{ runId, datasetId, status, startedAt, endedAt, sourceWatermarkAt, rowsRead, rowsWritten, rowsRejected, error },
  }
  const { system } = event.record
  return {
    ...{ id, datasetId, runId, system, status, startedAt, endedAt, sourceWatermarkAt },
    doc: JSON.stringify(doc),
    state,
  }
}
