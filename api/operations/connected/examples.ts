import type {
  ConnectedRecord,
  Dataset,
  Freshness,
  MaterialFactoryPosition,
  PositionComparison,
  PositionException,
  SourceRecordSummary,
} from '../../../schemas/connected.ts'
import type { SourceInspection } from '../../../schemas/source-inspection.ts'

/** One material at one factory as the contract shows it, in the ERP and in the warehouse. */
const material = { id: 'a5a0ab7d-e70a-5115-b601-3582cd489e66', code: 'MT-01022', label: 'MT-01022 Poplin 120' }
const factory = { id: '6f6e1c86-4c5b-5f35-8a43-1f0c4a2f7d11', code: 'FAC-07', label: 'Confecções Maia' }
const ingestedAt = '2027-03-14T05:00:02.310Z'
const datasetId = 'erp.material_stock'

const sourceRecord: SourceRecordSummary = {
  system: 'erp',
  instance: 'main',
  recordType: 'item_master',
  recordId: '100-1022',
  recordVersion: '1805000000000',
  sourceUpdatedAt: '2027-03-13T16:20:00.000Z',
  extractedAt: '2027-03-14T02:05:00.000Z',
  ingestedAt: '2027-03-14T02:05:04.870Z',
  deletedInSource: false,
  contentHash: 'sha256:4b5c0d1f6f3a2e9be0b7a6f2d9b1f6f0d1c3e5a7988b6c4d2e0f1a3b5c7d9e0f',
  datasetId: 'erp.item_master',
}

export const exampleRecord: ConnectedRecord = {
  kind: 'material',
  id: material.id,
  ref: material.id,
  label: material.label,
  canonicalEntityId: material.id,
  match: { state: 'matched', method: 'crosswalk', candidates: [material.id] },
  fields: [
    {
      name: 'standardCost',
      value: '3.2',
      unit: 'EUR/MTR',
      sourceSystem: 'erp',
      recordId: '100-1022',
      observedAt: '2027-03-13T16:20:00.000Z',
      conflict: false,
    },
  ],
  sourceRecords: [sourceRecord],
  operatorSupplierId: null,
  countryCode: null,
  capabilities: [],
  sourcingModels: [],
}

export const exampleDataset: Dataset = {
  datasetId,
  name: 'Material stock',
  description: 'Stock, open orders and requirements by item and site.',
  domain: 'materials',
  sourceSystem: 'erp',
  instance: 'main',
  steward: 'Supply planning',
  grain: ['item', 'site'],
  recordKinds: ['position'],
  loadMode: 'incremental',
  expectedIntervalSeconds: 3600,
  warnAfterSeconds: 7200,
  errorAfterSeconds: 21600,
  lifecycle: 'active',
  schemaVersion: '3',
  fields: [
    {
      name: 'LABST',
      type: 'decimal',
      unit: 'MTR',
      nullable: false,
      description: 'Unrestricted stock.',
      classification: 'internal',
    },
  ],
  rowCount: 4120,
}

export const exampleFreshness: Freshness = {
  datasetId,
  sourceSystem: 'erp',
  status: 'stale',
  severity: 'warn',
  basis: 'source_watermark',
  sourceWatermarkAt: '2027-03-14T03:00:00.000Z',
  lastSuccessAt: '2027-03-14T03:04:00.000Z',
  lastAttemptAt: '2027-03-14T05:04:00.000Z',
  lastAttemptStatus: 'failed',
  lagSeconds: 7800,
  warnAfterSeconds: 7200,
  errorAfterSeconds: 21600,
  evaluatedAt: '2027-03-14T05:10:00.000Z',
  nextExpectedAt: '2027-03-14T04:04:00.000Z',
  reason: 'last_load_failed',
}

export const examplePosition: MaterialFactoryPosition = {
  positionId: '0b8f9a34-7c1d-5a0e-9d53-5c9a3d5b1f20',
  material,
  factory,
  system: 'erp',
  instance: 'main',
  asOf: '2027-03-14T05:00:00.000Z',
  uom: 'MTR',
  onHand: '1200',
  qualityHold: '50',
  allocated: '300',
  available: '850',
  inTransit: '400',
  onOrder: '600',
  onOrderNonCancellable: '200',
  required: '1500',
  projected: '650',
  boughtQuantity: '5200',
  liabilityQuantity: '300',
  liabilityValue: { amount: '960', currency: 'EUR' },
  lastDemandAt: '2027-03-12T00:00:00.000Z',
  ownership: 'brand',
  sourcingModel: 'cmt',
  unitCost: { amount: '3.2', currency: 'EUR' },
  lotCount: 4,
  supplier: 'SUP-17',
  mpn: 'HV-2204',
  source: { recordId: '100-1022@07', recordVersion: '1805000400000', ingestedAt, datasetId },
  freshness: { status: 'fresh', lagSeconds: 600 },
}

const stockTaken: MaterialFactoryPosition = {
  ...examplePosition,
  positionId: '1d4f0c52-90ab-5b7e-8c1f-2e6a7b9d0c31',
  system: 'wms',
  onHand: '1090',
  available: '740',
  source: { recordId: 'MT-01022@07', recordVersion: '88121', ingestedAt, datasetId: 'wms.material_stock' },
}

export const exampleComparison: PositionComparison = {
  material,
  factory,
  positions: [examplePosition, stockTaken],
  differences: [
    {
      measure: 'onHand',
      baselineSystem: 'wms',
      baseline: '1090',
      otherSystem: 'erp',
      other: '1200',
      delta: '110',
      deltaPercent: '10.0917',
      uom: 'MTR',
      withinTolerance: false,
    },
  ],
  verdict: 'mismatch',
  warnings: [],
}

export const exampleException: PositionException = {
  exceptionId: '3c0a7e1b-52d4-5f86-a9c7-6e1d2b3f4a50',
  code: 'QUANTITY_MISMATCH',
  severity: 'high',
  status: 'open',
  material,
  factory,
  measure: 'onHand',
  systems: ['erp', 'wms'],
  observed: '1200',
  expected: '1090',
  delta: '110',
  uom: 'MTR',
  firstSeenAt: '2027-03-13T05:00:00.000Z',
  lastSeenAt: '2027-03-14T05:00:00.000Z',
  staleInput: false,
  datasetIds: [datasetId, 'wms.material_stock'],
  recommendedAction: 'Count the stock, then correct the system that is wrong.',
}

export const exampleInspection: SourceInspection = {
  system: 'erp',
  instances: ['main'],
  recordTypes: [
    {
      name: 'item_master',
      datasetId: 'erp.item_master',
      rowCount: 512,
      fields: [{ name: 'STPRS', type: 'decimal', classification: 'confidential' }],
    },
  ],
  lastLoads: [
    {
      runId: 'run-20270314-02',
      datasetId: 'erp.item_master',
      status: 'succeeded',
      startedAt: '2027-03-14T02:00:00.000Z',
      endedAt: '2027-03-14T02:06:00.000Z',
      sourceWatermarkAt: '2027-03-14T01:59:00.000Z',
      rowsRead: 512,
      rowsWritten: 511,
      rowsRejected: 1,
      error: null,
    },
  ],
  schemaDrift: [
    {
      datasetId: 'erp.item_master',
      recordType: 'item_master',
      field: 'ZZ_ECO',
      change: 'added',
      declared: null,
      observed: 'boolean',
      firstSeenAt: '2027-03-10T02:05:00.000Z',
    },
  ],
  records: [
    {
      instance: 'main',
      recordType: 'item_master',
      kind: 'material',
      record: sourceRecord,
      raw: { MATNR: '100-1022', STPRS: '3.20', ERNAM: '[redacted]' },
      mapping: [{ sourceField: 'STPRS', canonicalField: 'standardCost', value: '3.2' }],
      match: { state: 'matched', connectedRef: material.id },
      openExceptions: [{ exceptionId: exampleException.exceptionId, code: 'QUANTITY_MISMATCH' }],
      deadLetters: [],
    },
  ],
}
