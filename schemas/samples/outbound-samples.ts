import type { AuditRecord } from '../audit.ts'
import type { NoticeData, NoticeKind } from '../records/notices.ts'
import { CONTENT_HASH, SNAPSHOT_ID } from './bom-samples.ts'

const snapshot = {
  snapshotId: SNAPSHOT_ID,
  publicationNumber: 12,
  previousSnapshotId: '01JPN3R6Q8E2W5T7Y9K1M4C6XA',
  contentHash: CONTENT_HASH,
  completedAt: '2026-09-14T02:12:00.000Z',
  reason: null,
}
const counts = { styleCount: 1, skuCount: 1, lineCount: 1, rowCount: 1 }

/** The notices about the sample publication, one for each result that it may have. */
export const noticeSamples: { readonly [K in NoticeKind]: { readonly time: string; readonly data: NoticeData } } = {
  completed: { time: '2026-09-14T02:12:00.000Z', data: { ...snapshot, counts } },
  failed: {
    time: '2026-09-14T02:12:00.000Z',
    data: {
      snapshotId: SNAPSHOT_ID,
      publicationNumber: null,
      previousSnapshotId: null,
      counts: null,
      contentHash: null,
      completedAt: null,
      reason: 'wrong_counts: rowCount is 1 and 2 came',
    },
  },
  retired: { time: '2027-10-19T02:12:00.000Z', data: { ...snapshot, counts: { ...counts, lineCount: null } } },
}

export const auditSample: AuditRecord = {
  id: '2b6f0c86-8f0d-4a52-9a53-6f2f4f0e7d11',
  time: '2026-09-14T06:30:12.480Z',
  requestId: '7c0d8f6e-2f53-4be0-8f3c-0f1f8a4c2d90',
  correlationId: '7c0d8f6e-2f53-4be0-8f3c-0f1f8a4c2d90',
  organization: 'quillmere',
  credentialId: 'cnFIacVoAjYX',
  operator: null,
  address: null,
  region: 'eu-west',
  interface: 'rest',
  operation: 'searchEntities',
  parameters: { type: 'material', q: 'poplin', limit: 100 },
  status: 200,
  code: null,
  rows: 4,
  durationMs: 6.2,
  count: 1,
}

/** An invalid event of a supplier, and the headers that its dead letter has in addition to the original ones. */
export const deadLetterSample = {
  sent: { source: '/plm/main', subject: 'V-17', data: { name: 'Tessaro Mills', lifecycleState: 'approved', tier: 9 } },
  headers: {
    'dlq.reason': 'invalid_data',
    'dlq.detail':
      'supplierCode: is required and must be text of 1 to 255 characters; tier: must be an integer from 1 to 4 or null',
    'dlq.topic': 'tenantdata.records.v1',
    'dlq.partition': '4',
    'dlq.offset': '1071',
    'dlq.firstFailedAt': '2026-09-14T02:10:04.512Z',
    'dlq.tenant': 'quillmere',
  },
} as const
