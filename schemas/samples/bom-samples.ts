import type { z } from 'zod'
import type { BomAction, bomData } from '../records/bom-events.ts'

/** The snapshot of the sample events of a BOM publication. */
export const SNAPSHOT_ID = '01JPQ8Z5T0V6M3C1K9W2R7X4YB'

/** The snapshot of the publication that is aborted. */
export const ABORTED_SNAPSHOT_ID = '01JPQB2N7G0D4S8E5H1T6Z9Q3M'

/** The content hash of the row in the sample style below; the docs show its calculation. */
export const CONTENT_HASH = 'sha256sum:baca2fbb4180780d4b112e16b271990275641caea88404eb2374ce23ea76e42e'

type BomSamples = { readonly [A in BomAction]: z.input<(typeof bomData)[A]> }

/** A complete BOM publication of one style with one SKU and one line, and the event that aborts another one. */
export const bomSamples: BomSamples = {
  started: { snapshotId: SNAPSHOT_ID, effectiveAt: '2026-09-14T00:00:00.000Z', sourceRunId: 'run-881' },
  style: {
    snapshotId: SNAPSHOT_ID,
    part: 1,
    parts: 1,
    bomRevision: '7',
    style: { recordId: 'S-1', styleNumber: 'QM27-0412' },
    skus: [{ recordId: 'K-1', skuCode: 'QM27-0412-NVY-M', colorwayCode: 'NVY', sizeCode: 'M' }],
    lines: [
      {
        bomLineRef: 'L-10',
        lineNumber: 10,
        section: 'fabric',
        placement: 'front body',
        material: {
          recordId: 'M-1',
          materialNumber: 'MT-01022',
          name: 'Poplin 120',
          materialType: 'fabric',
          baseUom: 'MTR',
        },
        materialColorCode: 'NVY',
        supplier: { recordId: 'V-17', supplierCode: 'SUP-17', name: 'Tessaro Mills' },
        mpn: 'HV-2204',
        uom: 'MTR',
        wastageBasis: 'on_net',
        yieldPerUnits: 1,
        yieldStage: 'bulk',
        isPrimary: true,
        yields: [{ sku: 'QM27-0412-NVY-M', netYield: '1.25', wastagePercent: '5' }],
      },
    ],
  },
  completed: {
    snapshotId: SNAPSHOT_ID,
    styleCount: 1,
    skuCount: 1,
    lineCount: 1,
    rowCount: 1,
    contentHash: CONTENT_HASH,
  },
  aborted: { snapshotId: ABORTED_SNAPSHOT_ID, reason: 'source job failed' },
}
