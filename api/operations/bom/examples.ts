import type { BomSnapshot, BomYield, BomYieldChange, BomYieldRow } from '../../../schemas/bom.ts'

/** The later of two snapshots, as the list shows it when it is the newest. */
export const exampleSnapshot: BomSnapshot = {
  snapshotId: '01JPQ8Z5T0V6M3C1K9W2R7X4YB',
  publicationId: '0f0f2a57-24d1-5b0e-9f5a-6c1f8c3e1d42',
  publicationNumber: 412,
  effectiveAt: '2027-03-14T00:00:00.000Z',
  startedAt: '2027-03-14T02:10:00.000Z',
  completedAt: '2027-03-14T02:14:31.000Z',
  sourceSystem: 'plm',
  styleCount: 300,
  skuCount: 5934,
  rowCount: 138_204,
  contentHash: 'sha256sum:baca2fbb4180780d4b112e16b271990275641caea88404eb2374ce23ea76e42e',
  previousSnapshotId: '01JPMNP3H8Z2D5Q7S4T9V1W6XA',
  availableUntil: null,
}

const earlierSnapshot: BomSnapshot = {
  ...exampleSnapshot,
  snapshotId: '01JPMNP3H8Z2D5Q7S4T9V1W6XA',
  publicationId: '6d3c9a10-7be4-5c0f-8a53-1e2f9b7d4c08',
  publicationNumber: 411,
  effectiveAt: '2027-03-13T00:00:00.000Z',
  startedAt: '2027-03-13T02:10:00.000Z',
  completedAt: '2027-03-13T02:14:08.000Z',
  contentHash: 'sha256sum:eb7bbacb8af9d283c3dcac4d83c17333691e1e30a026c9ba99420f75b68db9b8',
  previousSnapshotId: '01JPJ2V1B4X8E6R3N7K5M9P0QD',
  availableUntil: '2028-04-16T02:14:08.000Z',
}

/** Newest first. */
export const exampleSnapshots: [BomSnapshot, BomSnapshot] = [exampleSnapshot, earlierSnapshot]

const row: BomYieldRow = {
  matchKey: '8f3a1c52-6b7d-5e90-a1b2-c3d4e5f60718.R3tqXv0JtQm5bL1aZ',
  styleId: 'c1b2a3d4-5e6f-5a7b-8c9d-0e1f2a3b4c5d',
  style: 'QM27-0412',
  skuId: '8f3a1c52-6b7d-5e90-a1b2-c3d4e5f60718',
  sku: 'QM27-0412-NVY-M',
  colorwayCode: 'NVY',
  sizeCode: 'M',
  bomLineRef: 'L-10',
  lineNumber: 10,
  section: 'fabric',
  placement: 'front body',
  materialId: 'a5a0ab7d-e70a-5115-b601-3582cd489e66',
  material: 'MT-01022',
  materialName: 'Poplin 120',
  materialType: 'fabric',
  materialColorCode: 'NVY',
  mpn: 'HV-2204',
  supplierId: '1c0a7f62-8f5b-5a0e-8a57-2b1f6f4f7d20',
  supplierCode: 'SUP-17',
  supplier: 'Tessaro Mills',
  netYield: '1.25',
  wastagePercent: '5',
  wastageBasis: 'on_net',
  grossYield: '1.3125',
  yieldPerUnits: 1,
  uom: 'MTR',
  netYieldBase: '1.25',
  grossYieldBase: '1.3125',
  baseUom: 'MTR',
  yieldStage: 'bulk',
  isPrimary: true,
}

/** One SKU's take of a fabric. */
export const exampleYield: BomYield = {
  snapshotId: exampleSnapshot.snapshotId,
  ...row,
  source: { system: 'plm', recordId: 'S-1', recordVersion: '7', extractedAt: '2027-03-14T02:10:05.000Z' },
}

/** The same row, which took less the day before. */
export const exampleChange: BomYieldChange = {
  changeType: 'changed',
  changedFields: ['netYield', 'grossYield'],
  yieldDirection: 'increased',
  matchKey: row.matchKey,
  style: row.style,
  sku: row.sku,
  placement: row.placement,
  before: { ...row, netYield: '1.2', grossYield: '1.26', netYieldBase: '1.2', grossYieldBase: '1.26' },
  after: row,
  delta: { netYield: '0.05', grossYield: '0.0525', uom: 'MTR', grossPercent: '4.1667' },
}
