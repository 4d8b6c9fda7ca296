import { z } from 'zod'
import { nullable, Timestamp } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import {
  DatasetId,
  datasetFieldShape,
  datasetLoadShape,
  datasetShape,
  loadStatuses,
} from '../records/connected-events.ts'

export const Dataset = z
  .object({
    datasetId: DatasetId,
    ...datasetShape,
    rowCount: z.int().min(0).meta({ description: 'Live connected records and positions from it.' }),
    fields: z.array(z.object(datasetFieldShape).meta({ id: 'DatasetField' })),
  })
  .meta({ id: 'Dataset' })
  .register(compactRow, {
    fields: ['datasetId', 'name', 'sourceSystem', 'steward', 'loadMode', 'lifecycle', 'rowCount'],
  })
export type Dataset = z.infer<typeof Dataset>

export const FreshnessStatus = z.enum(['fresh', 'stale', 'unknown']).meta({ id: 'FreshnessStatus' })
export type FreshnessStatus = z.infer<typeof FreshnessStatus>

export const Freshness = z
  .object({
    datasetId: DatasetId,
    sourceSystem: z.string(),
    status: FreshnessStatus,
    severity: z.enum(['none', 'warn', 'error']),
    basis: z.enum(['source_watermark', 'last_success']).nullable(),
    sourceWatermarkAt: nullable(Timestamp),
    lastSuccessAt: nullable(Timestamp),
    lastAttemptAt: nullable(Timestamp),
    lastAttemptStatus: z.enum(loadStatuses).nullable(),
    lagSeconds: z.int().min(0).nullable(),
    warnAfterSeconds: z.int().nullable(),
    errorAfterSeconds: z.int().nullable(),
    evaluatedAt: Timestamp,
    nextExpectedAt: nullable(Timestamp),
    reason: z
      .enum(['never_loaded', 'paused', 'no_policy', 'clock_skew', 'last_load_failed'])
      .nullable()
      .meta({ description: 'What a reader should know beside the status.' }),
  })
  .meta({ id: 'Freshness' })
  .register(compactRow, { fields: ['datasetId', 'status', 'severity', 'lastSuccessAt', 'lagSeconds', 'reason'] })
export type Freshness = z.infer<typeof Freshness>

export const InspectedLoad = z.object({ runId: z.string(), ...datasetLoadShape }).meta({ id: 'DatasetLoad' })
export type InspectedLoad = z.infer<typeof InspectedLoad>
