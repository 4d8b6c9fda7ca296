import type { ExportJob } from '../../../schemas/exports.ts'
import { exportKinds } from '../../../schemas/exports.ts'
import { exampleSnapshot } from '../bom/examples.ts'

const exportId = '3f1c9c0e-4b0a-4a53-9a51-6f0f7b7f2d10'

/** An export job just after it was created. */
export const queuedExport: ExportJob = {
  exportId,
  kind: 'bom_yields',
  parameters: { snapshotId: exampleSnapshot.snapshotId },
  status: 'queued',
  createdAt: '2026-09-14T08:00:00.000Z',
  startedAt: null,
  completedAt: null,
  expiresAt: null,
  rowCount: null,
  byteSize: null,
  sha256: null,
  columns: [...exportKinds.bom_yields.columns],
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

/** The beginning of an export file. */
export const exampleFile =
  `${exportKinds.bom_yields.columns.join(',')}\r\n` +
  `${exampleSnapshot.snapshotId},62a848e5-908b-5be5-bbce-37c867f3fb30.PwJqm9lyH-xTIJC6q.0,QM26-0001,QM26-0001-BLK-28,BLK,28,` +
  ',10,fabric,body,MT-00010,BLK,WB-35654,SUP-22,Kelskasholt Weaving,1.1051,6.5,on_net,1.1769315,1,MTR,1.1051,1.1769315,' +
  'MTR,actual,true\r\n'
