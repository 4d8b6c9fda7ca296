import { canonicalIdOf } from '../../../domain/identity/identity.ts'
import type { ConnectedRecord, SourceRecordSummary } from '../../../schemas/materials/connected-records.ts'
import type { Dataset, InspectedLoad } from '../../../schemas/materials/datasets.ts'
import type { PositionException } from '../../../schemas/materials/exceptions.ts'
import type { PositionEnd } from '../../../schemas/materials/positions.ts'
import type { TestPosition } from './connected.ts'
import { unsaid } from './positions.ts'

/** The default time of requests in tests. */
export const NOW = Date.parse('2027-03-14T06:00:00.000Z')
export const HOUR_MS = 3_600_000
export const at = (ms: number) => new Date(NOW + ms).toISOString()

/** A dataset that is expected to be loaded every hour. */
export function dataset(datasetId: string, more: Partial<Dataset> = {}): Omit<Dataset, 'rowCount'> {
  return {
    datasetId,
    name: datasetId,
    description: null,
    domain: null,
    sourceSystem: datasetId.split('.')[0] ?? '',
    instance: 'main',
    steward: 'Supply planning',
    grain: ['item'],
    recordKinds: ['position'],
    loadMode: 'incremental',
    expectedIntervalSeconds: 3600,
    warnAfterSeconds: 7200,
    errorAfterSeconds: 21_600,
    lifecycle: 'active',
    schemaVersion: null,
    fields: [],
    ...more,
  }
}

/** A successful load of a dataset; its watermark is `ms` milliseconds from NOW. */
export function load(datasetId: string, ms: number, more: Partial<InspectedLoad> = {}): InspectedLoad {
  return {
    runId: `run of ${datasetId} ${ms}`,
    datasetId,
    status: 'succeeded',
    startedAt: at(ms),
    endedAt: at(ms + 60_000),
    sourceWatermarkAt: at(ms),
    rowsRead: 10,
    rowsWritten: 9,
    rowsRejected: 1,
    error: null,
    ...more,
  }
}

/** A position; amounts that are not given are null. */
export function position(
  organization: string,
  system: string,
  ends: { material: PositionEnd; factory: PositionEnd },
  more: Partial<TestPosition> = {},
): TestPosition {
  const { instance = 'main' } = more
  const subject = `${ends.material.code}@${ends.factory.code}`
  return {
    positionId: canonicalIdOf([organization, 'position', system, instance, subject]),
    ...ends,
    system,
    instance,
    asOf: at(-HOUR_MS),
    uom: 'MTR',
    onHand: '100',
    qualityHold: '0',
    allocated: '20',
    available: '80',
    inTransit: null,
    onOrder: null,
    ...unsaid,
    source: { recordId: subject, recordVersion: '7', ingestedAt: at(-HOUR_MS), datasetId: `${system}.material_stock` },
    ...more,
  }
}

/** A stored exception, with its base severity and without a stale input. */
export function exception(organization: string, key: string, more: Partial<PositionException> = {}): PositionException {
  return {
    exceptionId: canonicalIdOf([organization, 'exception', key]),
    code: 'QUANTITY_MISMATCH',
    severity: 'medium',
    status: 'open',
    material: null,
    factory: null,
    measure: 'onHand',
    systems: ['erp', 'wms'],
    observed: '100',
    expected: '90',
    delta: '10',
    uom: 'MTR',
    firstSeenAt: at(-HOUR_MS),
    lastSeenAt: at(-HOUR_MS),
    staleInput: false,
    datasetIds: ['erp.material_stock', 'wms.material_stock'],
    inputs: [],
    recommendedAction: 'Count the stock.',
    ...more,
  }
}

export function sourceSummary(system: string, recordId: string, more: Partial<SourceRecordSummary> = {}) {
  const summary: SourceRecordSummary = {
    system,
    instance: 'main',
    recordType: 'item_master',
    recordId,
    recordVersion: '3',
    sourceUpdatedAt: at(-HOUR_MS),
    extractedAt: null,
    ingestedAt: at(-HOUR_MS),
    deletedInSource: false,
    contentHash: `sha256:${'0'.repeat(64)}`,
    datasetId: `${system}.item_master`,
    ...more,
  }
  return summary
}

/** A connected record with source records of these systems; matched by default. */
export function connectedRecord(
  { kind = 'material', id, label }: Pick<ConnectedRecord, 'id' | 'label'> & Partial<Pick<ConnectedRecord, 'kind'>>,
  systems: readonly string[],
  more: Partial<ConnectedRecord> = {},
): ConnectedRecord {
  return {
    kind,
    id,
    ref: id,
    label,
    canonicalEntityId: kind === 'material' ? id : null,
    match: { state: 'matched', method: 'exact_key', candidates: [id] },
    fields: [],
    sourceRecords: systems.map((system) => sourceSummary(system, label)),
    operatorSupplierId: null,
    countryCode: null,
    capabilities: [],
    sourcingModels: [],
    ...more,
  }
}
