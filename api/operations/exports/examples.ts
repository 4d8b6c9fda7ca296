import type { FileMediaType } from '../../../schemas/exports/export-formats.ts'
import type { ExportJob } from '../../../schemas/exports/exports.ts'
import { columnNames } from '../../../schemas/exports/exports.ts'
import { exampleSnapshot } from '../bom/examples.ts'

const exportId = '3f1c9c0e-4b0a-4a53-9a51-6f0f7b7f2d10'

/** An export job just after it was created. */
export const queuedExport: ExportJob = {
  exportId,
  kind: 'bom_yields',
  format: 'csv',
  parameters: { snapshotId: exampleSnapshot.snapshotId },
  status: 'queued',
  createdAt: '2026-09-14T08:00:00.000Z',
  startedAt: null,
  completedAt: null,
  expiresAt: null,
  rowCount: null,
  byteSize: null,
  sha256: null,
  columns: columnNames('bom_yields'),
  progress: { rows: 0 },
  errorCode: null,
  pollAfterSeconds: 1,
  links: { self: `/v1/exports/${exportId}`, download: `/v1/exports/${exportId}/download` },
}

/** The same job when its file can be downloaded. */
export const completedExport: ExportJob = {
  ...queuedExport,
  status: 'completed',
  startedAt: '2026-09-14T08:00:00.120Z',
  completedAt: '2026-09-14T08:00:04.310Z',
  expiresAt: '2026-09-14T08:15:04.310Z',
  rowCount: exampleSnapshot.rowCount,
  byteSize: 30_462_463,
  sha256: '2a7092205f4e00576a0966d2063c9915c188d0afa042dadea973065f798e9632',
  progress: { rows: exampleSnapshot.rowCount },
  pollAfterSeconds: null,
}

const exampleRow = {
  snapshot_id: exampleSnapshot.snapshotId,
  match_key: '62a848e5-908b-5be5-bbce-37c867f3fb30.PwJqm9lyH-xTIJC6q.0',
  style: 'QM26-0001',
  sku: 'QM26-0001-BLK-28',
  colorway_code: 'BLK',
  size_code: '28',
  bom_line_ref: null,
  line_number: 10,
  section: 'fabric',
  placement: 'body',
  material: 'MT-00010',
  material_color_code: 'BLK',
  mpn: 'WB-35654',
  supplier_code: 'SUP-22',
  supplier: 'Kelskasholt Weaving',
  net_yield: '1.1051',
  wastage_percent: '6.5',
  wastage_basis: 'on_net',
  gross_yield: '1.1769315',
  yield_per_units: 1,
  uom: 'MTR',
  net_yield_base: '1.1051',
  gross_yield_base: '1.1769315',
  base_uom: 'MTR',
  yield_stage: 'actual',
  is_primary: true,
}

/** The beginning of an export file in each format that is text. */
export const exampleFiles = {
  'text/csv': `${Object.keys(exampleRow).join(',')}\r\n${Object.values(exampleRow).join(',')}\r\n`,
  'application/jsonl': `${JSON.stringify(exampleRow)}\n`,
  'application/vnd.apache.parquet': null,
} satisfies Record<FileMediaType, string | null>
