import type { ExportJob } from '../../../schemas/exports.ts'
import { exportKinds } from '../../../schemas/exports.ts'
import { exampleSnapshot } from '../bom/examples.ts'

const exportId = '3f1c9c0e-4b0a-4a53-9a51-6f0f7b7f2d10'

/** A job as it is when it was just created. */
export const queuedExport: ExportJob = {
  exportId,
  kind: 'bom_yields',
  parameters: { snapshotId: exampleSnapshot.snapshotId },
  status: 'queued',
  createdAt: '2027-03-14T08:00:00.000Z',
  startedAt: null,
  completedAt: null,
  expiresAt: null,
  rowCount: null,
  byteSize: null,
  sha256: null,
  columns: [...exportKinds.bom_yields.columns],
  progress: { rows: 0 },
  errorCode: null,
  pollAfterSeconds: 2,
  links: { self: `/v1/exports/${exportId}`, download: `/v1/exports/${exportId}/download` },
}

/** The same job when its file can be downloaded. */
export const completedExport: ExportJob = {
  ...queuedExport,
  status: 'completed',
  startedAt: '2027-03-14T08:00:00.120Z',
  completedAt: '2027-03-14T08:00:04.310Z',
  expiresAt: '2027-03-14T08:15:04.310Z',
  rowCount: 138_204,
  byteSize: 41_880_212,
  sha256: '9d5b0f3b5f3c1a0e6c9f4a52d0f1b8e7a6c3d2e1f0a9b8c7d6e5f4a3b2c1d0e9',
  progress: { rows: 138_204 },
  pollAfterSeconds: null,
}

/** The beginning of a file. */
export const exampleFile =
  `${exportKinds.bom_yields.columns.join(',')}\r\n` +
  `${exampleSnapshot.snapshotId},8f3a1c52-6b7d-5e90-a1b2-c3d4e5f60718.R3tqXv0JtQm5bL1aZ,QM27-0412,QM27-0412-NVY-M,NVY,M,` +
  'L-10,10,fabric,front body,MT-01022,NVY,HV-2204,SUP-17,Tessaro Mills,1.25,5,on_net,1.3125,1,MTR,1.25,1.3125,MTR,bulk,true\r\n'
