import type { IngestConflict } from '../../../schemas/ingest/conflicts.ts'
import type { IngestPublication } from '../../../schemas/ingest/publications.ts'
import type { IngestReceipt } from '../../../schemas/ingest/receipts.ts'
import type { IngestRejection } from '../../../schemas/ingest/rejections.ts'
import type { IngestSource } from '../../../schemas/ingest/sources.ts'

const counts = { styleCount: 300, skuCount: 5591, lineCount: 6771, rowCount: 126119 }

/** The newest publication of the demo. */
export const examplePublication: IngestPublication = {
  snapshotId: '01M2C93KPM0NJST8Z4VRRSMS61',
  state: 'completed',
  reason: null,
  detail: null,
  faults: [],
  faultCount: 0,
  publicationNumber: 5,
  publicationId: 'fa57dab6-6429-5c4b-aa14-091bc8f3860c',
  source: '/plm/main',
  sourceRunId: 'run-910',
  mode: 'full_replacement',
  expected: counts,
  seen: counts,
  removedStyleCount: null,
  effectiveAt: '2026-09-13T00:00:00.000Z',
  startedAt: '2026-09-13T02:16:27.636Z',
  endedAt: '2026-09-13T02:21:27.636Z',
  retiredAt: null,
}

/** An event that the demo sends with an error, and that is rejected. */
export const exampleRejection: IngestRejection = {
  reason: 'invalid_data',
  detail: 'name: is required and must be text of at most 500 characters',
  faults: [
    {
      path: 'name',
      detail: 'is required and must be text of at most 500 characters',
      styleNumber: null,
      line: null,
      sku: null,
      eventId: null,
      source: null,
    },
  ],
  type: 'tenantdata.material.upserted.v1',
  eventId: 'quillmere.material.M-3.1789348800000',
  source: '/plm/main',
  subject: 'M-3',
  key: 'quillmere/material/plm/main/M-3',
  topic: 'tenantdata.records.v1',
  partition: 4,
  offset: 4811,
  count: 1,
  at: '2026-09-14T02:10:00.000Z',
  rejectedAt: '2026-09-14T02:10:00.412Z',
}

/** Two suppliers of the demo with the same D-U-N-S number. */
export const exampleConflict: IngestConflict = {
  system: 'dnb',
  instance: 'main',
  kind: 'duns',
  value: '150483782',
  entityCount: 2,
  entities: [
    { id: '5e765dcf-dfc8-5308-9f43-3f3200395c3d', type: 'supplier', label: 'Roszotova Laundry (SUP-59)' },
    { id: '773f07c8-36ac-50f3-b374-c2a6716eff69', type: 'supplier', label: 'Mormizar Washing (SUP-60)' },
  ],
}

/** A source of the demo. */
export const exampleSource: IngestSource = {
  source: '/wms/main',
  types: [
    'tenantdata.dataset.upserted.v1',
    'tenantdata.dataset_load.upserted.v1',
    'tenantdata.position.upserted.v1',
    'tenantdata.source_record.upserted.v1',
  ],
  lastEventAt: '2026-09-14T02:00:00.000Z',
  lastAppliedAt: '2026-09-14T02:09:59.120Z',
  lagSeconds: 600,
  applied: 1620,
  stale: 0,
  rejected: 0,
}

/** The receipt of one of the first events of the demo. */
export const exampleReceipt: IngestReceipt = {
  topic: 'tenantdata.records.v1',
  partition: 4,
  offset: 17,
  state: 'processed',
  reason: null,
  lagRecords: 0,
}
