import { z } from 'zod'
import { nullable, Timestamp } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import {
  DatasetId,
  datasetFieldShape,
  datasetLoadShape,
  datasetShape,
  LoadStatus,
} from '../records/connected-events.ts'

export const Dataset = z
  .object({
    datasetId: DatasetId,
    ...datasetShape,
    rowCount: z.int().min(0).meta({ description: 'Number of current source records and positions from the dataset.' }),
    fields: z
      .array(
        z.object(datasetFieldShape).meta({ id: 'DatasetField', description: 'A field that the dataset declares.' }),
      )
      .meta({ description: 'Fields that the dataset declares. Empty if it declares none.' }),
  })
  .meta({ id: 'Dataset', description: 'A set of data that a source system sends, as the source describes it.' })
  .register(compactRow, {
    fields: ['datasetId', 'name', 'sourceSystem', 'steward', 'loadMode', 'lifecycle', 'rowCount'],
  })
export type Dataset = z.infer<typeof Dataset>

export const FreshnessStatus = enumOf(
  {
    fresh: 'the lag is at most the thresholds of the dataset',
    stale: 'the lag is above a threshold',
    unknown: 'nothing was loaded yet, the dataset is paused, or it has no thresholds',
  },
  { id: 'FreshnessStatus', description: 'Whether the data is recent enough.' },
)
export type FreshnessStatus = z.infer<typeof FreshnessStatus>

export const Freshness = z
  .object({
    datasetId: DatasetId,
    sourceSystem: z.string().meta({ description: 'System that the dataset comes from.' }),
    status: FreshnessStatus,
    severity: enumOf(
      {
        none: 'not stale',
        warn: 'the lag is above `warnAfterSeconds`',
        error: 'the lag is above `errorAfterSeconds`',
      },
      { description: 'How stale the data is.' },
    ),
    basis: enumOf(
      {
        source_watermark: 'the latest watermark of a successful load',
        last_success: 'the end of the latest successful load without a watermark',
      },
      { description: 'Time that the lag is counted from. Null if no load succeeded yet.' },
    ).nullable(),
    sourceWatermarkAt: described(
      nullable(Timestamp),
      'Latest watermark of all successful loads. Null if there is none.',
    ),
    lastSuccessAt: described(nullable(Timestamp), 'Latest end of all successful loads. Null if there is none.'),
    lastAttemptAt: described(
      nullable(Timestamp),
      'End of the newest load, or its start while it is running. Null if there is none.',
    ),
    lastAttemptStatus: described(nullable(LoadStatus), 'Status of the newest load. Null if there is none.'),
    lagSeconds: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Age of the data in whole seconds, rounded up. Null if no load succeeded yet.' }),
    warnAfterSeconds: z
      .int()
      .nullable()
      .meta({ description: 'Threshold for severity `warn` in seconds. Null if there is none.' }),
    errorAfterSeconds: z
      .int()
      .nullable()
      .meta({ description: 'Threshold for severity `error` in seconds. Null if there is none.' }),
    evaluatedAt: described(Timestamp, 'Time at which the freshness was evaluated.'),
    nextExpectedAt: described(
      nullable(Timestamp),
      '`lastSuccessAt` plus the expected interval of the dataset. Null if either is not known.',
    ),
    reason: enumOf(
      {
        never_loaded: 'no load succeeded yet',
        paused: 'the dataset is paused',
        no_policy: 'the dataset has no thresholds',
        clock_skew: 'the watermark is in the future, so the lag is 0',
        last_load_failed: 'the newest load failed; the status is based on earlier loads',
      },
      { description: 'What explains or qualifies the status. Null if there is nothing to add.' },
    ).nullable(),
  })
  .meta({
    id: 'Freshness',
    description: 'How recent the data of one dataset is, evaluated at the time of the request.',
  })
  .register(compactRow, { fields: ['datasetId', 'status', 'severity', 'lastSuccessAt', 'lagSeconds', 'reason'] })
export type Freshness = z.infer<typeof Freshness>

export const InspectedLoad = z
  .object({ runId: z.string().meta({ description: 'ID of the load in its source.' }), ...datasetLoadShape })
  .meta({ id: 'DatasetLoad', description: 'One load of a dataset.' })
export type InspectedLoad = z.infer<typeof InspectedLoad>
