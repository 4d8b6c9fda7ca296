import type { ConnectedRecord, SourceRecordSummary } from '../../../schemas/materials/connected-records.ts'
import type { Dataset, Freshness } from '../../../schemas/materials/datasets.ts'
import {
  type ExceptionCode,
  type ExceptionInput,
  exceptionCodes,
  type PositionExceptionSummary,
  type ServedPositionException,
} from '../../../schemas/materials/exceptions.ts'
import type { ExplanationStep } from '../../../schemas/materials/explanation.ts'
import type { MaterialFactoryPosition, PositionComparison } from '../../../schemas/materials/positions.ts'
import type { SourceInspection } from '../../../schemas/materials/source-inspection.ts'

/** A material of the demo at a factory where the ERP and the warehouse disagree, as the service returns it. */
const material = {
  id: '106775a1-234e-5efd-a0fc-78f178a82a20',
  code: 'MT-00085',
  label: 'MT-00085 Yartherin Poplin 140',
}
const factory = { id: '1766bca0-6e40-52e6-bdbb-a41d36c9e376', code: 'FA-004', label: 'CALTHUMAR KNITWEAR, PLANT 1' }
const ingestedAt = '2026-09-14T02:10:05.310Z'

const sourceRecord: SourceRecordSummary = {
  system: 'erp',
  instance: 'main',
  recordType: 'item_master',
  recordId: '4100084',
  recordVersion: '1774604760000',
  sourceUpdatedAt: '2026-03-27T09:45:30.000Z',
  extractedAt: '2026-03-27T09:46:00.000Z',
  ingestedAt,
  deletedInSource: false,
  contentHash: 'sha256:3686071988d9e3178d033b840702ba13505ab2dcfc67430fec4e31161b41bb73',
  datasetId: 'erp.item_master',
}

/** Shortened to three of its fields. */
export const exampleRecord: ConnectedRecord = {
  kind: 'material',
  id: '106775a1-234e-5efd-a0fc-78f178a82a20',
  ref: '106775a1-234e-5efd-a0fc-78f178a82a20',
  label: 'MT-00085 Yartherin Poplin 140',
  canonicalEntityId: '106775a1-234e-5efd-a0fc-78f178a82a20',
  match: { state: 'matched', method: 'exact_key', candidates: ['106775a1-234e-5efd-a0fc-78f178a82a20'] },
  fields: [
    {
      name: 'baseUom',
      value: 'MTR',
      unit: null,
      sourceSystem: 'plm',
      recordId: 'M-85',
      observedAt: '2025-08-03T00:33:50.000Z',
      conflict: false,
    },
    {
      name: 'name',
      value: 'Yartherin Poplin 140',
      unit: null,
      sourceSystem: 'plm',
      recordId: 'M-85',
      observedAt: '2025-08-03T00:33:50.000Z',
      conflict: true,
    },
    {
      name: 'standardCost',
      value: '9.27',
      unit: 'USD',
      sourceSystem: 'erp',
      recordId: '4100084',
      observedAt: '2026-03-27T09:45:30.000Z',
      conflict: false,
    },
  ],
  sourceRecords: [
    sourceRecord,
    {
      system: 'wms',
      instance: 'main',
      recordType: 'item',
      recordId: 'W-00085',
      recordVersion: '1786442924000',
      sourceUpdatedAt: '2026-08-11T10:08:14.000Z',
      extractedAt: '2026-08-11T10:08:44.000Z',
      ingestedAt,
      deletedInSource: false,
      contentHash: 'sha256:cc79aa2a127bb73651ff52ef3de8f348d26b8d5160845fbe0fbc6f6d9e03275f',
      datasetId: 'wms.items',
    },
  ],
  operatorSupplierId: null,
  countryCode: null,
  capabilities: [],
  sourcingModels: [],
}

/** Shortened to two of its fields. */
export const exampleDataset: Dataset = {
  datasetId: 'erp.item_master',
  name: 'Item master',
  description: null,
  domain: 'purchasing',
  sourceSystem: 'erp',
  instance: 'main',
  steward: 'Purchasing systems',
  grain: ['ITEM_NO'],
  recordKinds: ['source_record'],
  loadMode: 'incremental',
  expectedIntervalSeconds: 86400,
  warnAfterSeconds: 93600,
  errorAfterSeconds: 180000,
  lifecycle: 'active',
  schemaVersion: '1',
  fields: [
    { name: 'ITEM_DESC', type: 'text', unit: null, nullable: false, description: null, classification: 'internal' },
    {
      name: 'STD_COST',
      type: 'decimal',
      unit: null,
      nullable: false,
      description: null,
      classification: 'confidential',
    },
  ],
  rowCount: 517,
}

export const exampleFreshness: Freshness = {
  datasetId: 'factory_portal.stock_reports',
  sourceSystem: 'factory_portal',
  status: 'stale',
  severity: 'warn',
  basis: 'source_watermark',
  sourceWatermarkAt: '2026-09-05T02:07:56.000Z',
  lastSuccessAt: '2026-09-05T02:09:40.000Z',
  lastAttemptAt: '2026-09-05T02:09:40.000Z',
  lastAttemptStatus: 'succeeded',
  lagSeconds: 777724,
  warnAfterSeconds: 691200,
  errorAfterSeconds: 1296000,
  evaluatedAt: '2026-09-14T02:10:00.000Z',
  nextExpectedAt: '2026-09-12T02:09:40.000Z',
  reason: null,
}

export const examplePosition: MaterialFactoryPosition = {
  positionId: 'd70749a2-421d-5904-a754-9244ccbc3e97',
  material,
  factory,
  system: 'erp',
  instance: 'main',
  asOf: '2026-09-14T01:56:19.000Z',
  uom: 'MTR',
  onHand: '1900.33',
  qualityHold: '0',
  allocated: '216.63',
  available: '1683.7',
  inTransit: '0',
  onOrder: '0',
  onOrderNonCancellable: '0',
  required: '1692.1959',
  projected: '208.1341',
  boughtQuantity: '3709.44',
  liabilityQuantity: '208.1341',
  liabilityValue: { amount: '228.94751', currency: 'USD' },
  lastDemandAt: '2026-08-11T01:56:19.000Z',
  ownership: 'brand',
  sourcingModel: 'cmt',
  unitCost: { amount: '1.1', currency: 'USD' },
  lotCount: null,
  supplier: '100018',
  mpn: 'QO-77330',
  source: { recordId: '4100084@FA-004', recordVersion: '1789351016000', ingestedAt, datasetId: 'erp.material_stock' },
  freshness: { status: 'fresh', lagSeconds: 130 },
}

const counted: MaterialFactoryPosition = {
  ...examplePosition,
  positionId: '876e7243-ff34-547e-b771-8b4c095c1eb0',
  system: 'wms',
  asOf: '2026-09-14T00:26:26.000Z',
  onHand: '1337.84',
  available: '1121.21',
  onOrder: null,
  onOrderNonCancellable: null,
  required: null,
  projected: null,
  boughtQuantity: null,
  liabilityQuantity: null,
  liabilityValue: null,
  lastDemandAt: null,
  unitCost: null,
  lotCount: 2,
  supplier: null,
  mpn: null,
  source: { recordId: '4100084@FA-004', recordVersion: '1789345646000', ingestedAt, datasetId: 'wms.material_stock' },
  freshness: { status: 'fresh', lagSeconds: 0 },
}

export const exampleComparison: PositionComparison = {
  material,
  factory,
  positions: [examplePosition, counted],
  differences: [
    {
      measure: 'onHand',
      baselineSystem: 'wms',
      baseline: '1337.84',
      otherSystem: 'erp',
      other: '1900.33',
      delta: '562.49',
      deltaPercent: '42.0446',
      uom: 'MTR',
      withinTolerance: false,
    },
  ],
  verdict: 'mismatch',
  warnings: [],
}

export const exampleException: ServedPositionException = {
  exceptionId: 'ab2899c3-064e-55c0-8ead-47329199d81e',
  code: 'QUANTITY_MISMATCH',
  severity: 'high',
  status: 'open',
  material,
  factory,
  measure: 'onHand',
  systems: ['erp', 'wms'],
  observed: '1900.33',
  expected: '1337.84',
  delta: '562.49',
  uom: 'MTR',
  firstSeenAt: '2026-09-14T01:56:56.000Z',
  lastSeenAt: '2026-09-14T01:56:56.000Z',
  staleInput: false,
  datasetIds: ['erp.material_stock', 'wms.material_stock'],
  inputs: [
    {
      kind: 'position',
      id: examplePosition.positionId,
      system: 'erp',
      instance: 'main',
      recordId: '4100084@FA-004',
      recordVersion: '1789351016000',
      observedAt: '2026-09-14T01:56:56.000Z',
    },
    {
      kind: 'position',
      id: counted.positionId,
      system: 'wms',
      instance: 'main',
      recordId: '4100084@FA-004',
      recordVersion: '1789345646000',
      observedAt: '2026-09-14T00:27:26.000Z',
    },
  ],
  recommendedAction: 'Count the stock at the factory and correct the system that is wrong.',
  supplier: { id: '4b8c5ee5-4604-52ca-ad7a-dcc5dec81d52', code: 'SUP-19', label: 'Ithlonax Fabrics (SUP-19)' },
  steward: 'Purchasing systems',
}

const [ofErp, ofWms] = exampleException.inputs
const onHand = (input: ExceptionInput | undefined, value: string): ExplanationStep['inputs'] => {
  if (!input) return []
  const { recordVersion: _recordVersion, observedAt: _observedAt, ...source } = input
  const parameters = { material: material.id ?? '', factory: factory.id ?? '', system: input.system }
  return [
    { ...source, name: 'onHand', value, uom: 'MTR', readBy: { operation: 'getMaterialFactoryPosition', parameters } },
  ]
}

/** The same exception with its explanation. */
export const exampleExplainedException = {
  ...exampleException,
  explanation: [
    { label: 'onHand of erp (main)', value: '1900.33', uom: 'MTR', inputs: onHand(ofErp, '1900.33') },
    { label: 'onHand of wms (main)', value: '1337.84', uom: 'MTR', inputs: onHand(ofWms, '1337.84') },
    { label: 'Allowed difference (the tolerance)', value: '19.0033', uom: 'MTR', inputs: [] },
    { label: 'Difference: observed minus expected', value: '562.49', uom: 'MTR', inputs: [] },
  ] satisfies ExplanationStep[],
}

const none = Object.fromEntries(exceptionCodes.map((code) => [code, 0])) as Record<ExceptionCode, number>

/** Shortened to one of the materials. */
export const exampleExceptionSummary: PositionExceptionSummary = {
  counts: {
    exceptions: 12,
    code: { ...none, MISSING_IN_ERP: 6, ORPHAN_MATERIAL: 1, QUANTITY_MISMATCH: 4, STATUS_CONFLICT: 1 },
    severity: { low: 0, medium: 0, high: 12, critical: 0 },
    system: { erp: 12, wms: 4 },
  },
  byFactory: [{ id: factory.id, key: factory.code, label: factory.label, exceptions: 12 }],
  byMaterial: [{ id: material.id, key: material.code, label: material.label, exceptions: 1 }],
}

/**
 * Shortened to two fields of the record type, one load, one difference of the schema, and some values of the record.
 */
export const exampleInspection: SourceInspection = {
  system: 'erp',
  instances: ['main'],
  recordTypes: [
    {
      name: 'item_master',
      datasetId: 'erp.item_master',
      rowCount: 517,
      fields: [
        { name: 'CARBON_CLASS', type: 'text', classification: null },
        { name: 'STD_COST', type: 'decimal', classification: 'confidential' },
      ],
    },
  ],
  lastLoads: [
    {
      runId: 'erp.item_master-1789351686000',
      datasetId: 'erp.item_master',
      status: 'succeeded',
      startedAt: '2026-09-14T02:08:06.000Z',
      endedAt: '2026-09-14T02:08:19.000Z',
      sourceWatermarkAt: '2026-09-14T02:07:06.000Z',
      rowsRead: 2183,
      rowsWritten: 2183,
      rowsRejected: 0,
      error: null,
    },
  ],
  schemaDrift: [
    {
      datasetId: 'erp.item_master',
      recordType: 'item_master',
      field: 'CARBON_CLASS',
      change: 'added',
      declared: null,
      observed: 'text',
      firstSeenAt: '2026-02-27T07:12:50.000Z',
    },
  ],
  records: [
    {
      instance: 'main',
      recordType: 'item_master',
      kind: 'material',
      record: sourceRecord,
      raw: { ITEM_NO: '4100084', ITEM_DESC: 'YARTHERIN POPLIN 140', STD_COST: '9.27', BUYER_EMAIL: '[redacted]' },
      mapping: [
        { sourceField: 'ITEM_DESC', canonicalField: 'name', value: 'YARTHERIN POPLIN 140' },
        { sourceField: 'STD_COST', canonicalField: 'standardCost', value: '9.27' },
      ],
      match: { state: 'matched', connectedRef: '106775a1-234e-5efd-a0fc-78f178a82a20' },
      openExceptions: [{ exceptionId: 'ab2899c3-064e-55c0-8ead-47329199d81e', code: 'QUANTITY_MISMATCH' }],
      deadLetters: [],
    },
  ],
}
