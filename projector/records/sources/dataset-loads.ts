import * as ingest from '../../../cypher/records/write-records.ts'
import { redactText } from '../../../domain/redaction/redact-text.ts'
import type { InspectedLoad } from '../../../schemas/materials/datasets.ts'
import { storedLoad } from '../../../schemas/stored/connected-data.ts'
import { LastWrites, sortedIds, type ValuesOf } from '../last-writes.ts'
import { type EventOf, recordType } from '../record-type.ts'

type DatasetLoadEvent = EventOf<'dataset_load'>
type Stored = ReturnType<typeof ingest.lockDatasetLoads.row.parse>

/** Loads invalidate nothing, because no stored result depends on them: freshness is computed when it is requested. */
const values: ValuesOf<DatasetLoadEvent, Stored> = { event: () => null, stored: () => null }

export const datasetLoads = recordType<DatasetLoadEvent, LastWrites<DatasetLoadEvent, Stored>>({
  isConnected: false,
  async lock({ run, organization }, events) {
    return new LastWrites(await run(ingest.lockDatasetLoads, organization, { ids: sortedIds(events) }), values)
  },
  fold: (locked, event) => locked.fold(event),
  write(locked, { write }) {
    const rows = [...locked.newest].map(([id, event]) => ({ ...loadOf(id, event), state: locked.stateOf(id) }))
    if (rows.length > 0) write(ingest.writeDatasetLoads, { rows })
  },
})

const nothing = {
  datasetId: null,
  runId: null,
  system: null,
  status: null,
  startedAt: null,
  endedAt: null,
  sourceWatermarkAt: null,
  unmarkedEnd: null,
  doc: null,
}

function loadOf(id: string, event: DatasetLoadEvent): Omit<ingest.DatasetLoadWrite, 'state'> {
  if (event.data === null) return { id, ...nothing }
  const { datasetId, status, startedAt, endedAt, sourceWatermarkAt, rowsRead, rowsWritten, rowsRejected } = event.data
  const runId = event.record.recordId
  // The message of a failed connection often contains the address of a server.
  const error = event.data.error && redactText(event.data.error)
  const doc: InspectedLoad = {
    runId,
    datasetId,
    status,
    startedAt,
    endedAt,
    sourceWatermarkAt,
    rowsRead,
    rowsWritten,
    rowsRejected,
    error,
  }
  const { system } = event.record
  const own = { id, datasetId, runId, system, status, startedAt, sourceWatermarkAt, doc: storedLoad.write(doc) }
  if (status !== 'succeeded') return { ...own, endedAt, unmarkedEnd: null }
  const end = endedAt ?? startedAt
  return { ...own, endedAt: end, unmarkedEnd: sourceWatermarkAt === null ? end : null }
}
