import { z } from 'zod'
import { moneyOf, nullable, Timestamp, text, UnitOfMeasure } from '../common.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { Instance, System } from '../values/as-sent.ts'
import { CountryAsSent } from '../values/sent-values.ts'

/**
 * The data of the record kinds that describe materials and factories in source systems.
 * schemas/records/record-events.ts has the kinds of the graph. The parts that both files need are parameters here, so
 * that neither file imports the other.
 */
export const DatasetLifecycle = enumOf(
  {
    active: 'loads are expected',
    paused: 'loads are not expected for the time being; freshness is `unknown`',
    deprecated: 'the dataset is going to be removed',
  },
  { id: 'DatasetLifecycle', description: 'Lifecycle of the dataset, as its source states it.' },
)
export const LoadMode = enumOf(
  {
    incremental: 'each load contains what changed',
    full_replace: 'each load contains all rows',
    event: 'each change is sent when it happens',
    file: 'loads come as files',
  },
  { id: 'LoadMode', description: 'How the dataset is loaded.' },
)
export const FieldType = enumOf(
  {
    text: 'text',
    decimal: 'number with decimals',
    integer: 'whole number',
    boolean: 'true or false',
    date: 'calendar day',
    timestamp: 'point in time',
  },
  { id: 'FieldType', description: 'Type of a field’s values.' },
)
export const Classification = enumOf(
  {
    public: 'can be published',
    internal: 'for use within the company',
    confidential: 'for named groups only',
    personal: 'about persons',
  },
  { id: 'Classification', description: 'Confidentiality of a field, as its source classifies it.' },
)
export const LoadStatus = enumOf(
  { started: 'the load is running', succeeded: 'the load finished', failed: 'the load failed' },
  { id: 'LoadStatus', description: 'Status of a load.' },
)
export const Ownership = enumOf(
  {
    brand: 'the brand owns the stock',
    factory: 'the factory owns the stock',
    supplier_consignment: 'the supplier owns the stock until it is used',
  },
  { id: 'Ownership', description: 'Who owns the stock.' },
)
export const SourcingModel = enumOf(
  {
    cmt: 'cut, make, trim: the brand provides the material',
    fob: 'free on board: the factory buys the material',
  },
  { id: 'SourcingModel', description: 'How production is sourced.' },
)
export const ConnectedKind = enumOf(
  { material: 'a material', factory: 'a factory' },
  { id: 'ConnectedKind', description: 'Kind of connected record.' },
)

export type ConnectedKind = z.infer<typeof ConnectedKind>

/** The ID of a dataset, such as `erp.material_stock`. */
export const DatasetId = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,31}\.[a-z][a-z0-9_.]{0,94}$/, 'must be a dataset such as erp.material_stock (lowercase)')
  .meta({
    id: 'DatasetId',
    description: 'ID of a dataset, such as `erp.material_stock`: a system and a name in lowercase.',
    example: 'erp.material_stock',
  })

/** The type of a source's record, which is the first part of the event's subject. */
export const RecordType = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be a type of record such as item_master (lowercase)')
  .meta({ description: 'Type of a record in its source, such as `item_master`.' })

/** The largest original record of a source that is stored, in bytes. */
export const MAX_RAW_BYTES = 64 * 1024

export const datasetFieldShape = {
  name: text(255, 1).meta({ description: 'Name of the field in the source.' }),
  type: FieldType,
  unit: described(text(32).nullable(), 'Unit of the values. Null if there is none or it is not stated.'),
  nullable: described(z.boolean(), 'Whether values can be missing.'),
  description: described(text(500).nullable(), 'What the field contains. Null if not stated.'),
  classification: Classification,
}

/** The fields of a dataset that sources send. `rowCount` is computed by the service. */
export const datasetShape = {
  name: described(text(255, 1), 'Name of the dataset.'),
  description: described(text(2000).nullable(), 'What the dataset contains. Null if not stated.'),
  domain: described(text(64).nullable(), 'Business domain, such as inventory. Null if not stated.'),
  sourceSystem: described(System, 'System that the dataset comes from, such as `erp`.'),
  instance: described(Instance, 'Instance of the system, such as `main`.'),
  steward: text(255).nullable().meta({
    description: 'Team that is responsible for the dataset, not a person. Null if not stated.',
  }),
  grain: z.array(text(64, 1)).max(20).meta({ description: 'Fields that together identify a row.' }),
  recordKinds: z.array(text(64, 1)).max(20).meta({ description: 'Kinds of records that the dataset contains.' }),
  loadMode: LoadMode,
  expectedIntervalSeconds: described(
    z.int().min(1).max(31_536_000).nullable(),
    'Expected time between loads in seconds. Null if not stated.',
  ),
  warnAfterSeconds: described(
    z.int().min(1).max(31_536_000).nullable(),
    'Lag in seconds above which the dataset is stale with severity `warn`. Null if there is no such threshold.',
  ),
  errorAfterSeconds: described(
    z.int().min(1).max(31_536_000).nullable(),
    'Lag in seconds above which the dataset is stale with severity `error`. Null if there is no such threshold.',
  ),
  lifecycle: DatasetLifecycle,
  schemaVersion: described(text(64).nullable(), 'Version of the dataset’s schema. Null if not stated.'),
}

export const datasetLoadShape = {
  datasetId: DatasetId,
  status: LoadStatus,
  startedAt: described(Timestamp, 'Time at which the load started.'),
  endedAt: described(nullable(Timestamp), 'Time at which the load ended. Null while it is running.'),
  sourceWatermarkAt: described(
    nullable(Timestamp),
    'Time up to which the load contains the data of the source. Null if not stated.',
  ),
  rowsRead: described(z.int().min(0).nullable(), 'Number of rows that the load read. Null if not stated.'),
  rowsWritten: described(z.int().min(0).nullable(), 'Number of rows that the load wrote. Null if not stated.'),
  rowsRejected: described(z.int().min(0).nullable(), 'Number of rows that the load rejected. Null if not stated.'),
  error: described(
    text(500).nullable(),
    'Why the load failed, redacted. Null if it did not fail or no reason is stated.',
  ),
}

const notStated = 'Null if not stated, which is not the same as 0.'

/** The position of a material at a factory in one system, as sent or as stored. */
export const positionShape = <D extends z.ZodType, C extends z.ZodType>(decimal: D, currency: C) => ({
  asOf: Timestamp,
  uom: UnitOfMeasure,
  onHand: decimal.meta({ description: `Stock on hand at the factory, of any quality, in \`uom\`. ${notStated}` }),
  qualityHold: decimal.meta({ description: `Part of \`onHand\` that is blocked. ${notStated}` }),
  allocated: decimal.meta({ description: `Part of \`onHand\` that is reserved for cutting orders. ${notStated}` }),
  inTransit: decimal.meta({ description: `Shipped by the supplier and not yet received. ${notStated}` }),
  onOrder: decimal.meta({ description: `Ordered and not yet shipped. Excludes \`inTransit\`. ${notStated}` }),
  onOrderNonCancellable: decimal.meta({ description: `Part of \`onOrder\` that cannot be canceled. ${notStated}` }),
  boughtQuantity: decimal.meta({ description: `Quantity bought so far. ${notStated}` }),
  required: decimal.meta({ description: `Quantity that open production requires. ${notStated}` }),
  lastDemandAt: Timestamp,
  ownership: Ownership,
  sourcingModel: SourcingModel,
  unitCost: moneyOf({ decimal, currency }).meta({ description: 'Cost of one unit in `uom`. Null if not stated.' }),
  lotCount: z.int().min(0).meta({ description: 'Number of lots. Null if not stated.' }),
})

/** The fields of a factory whose types are fixed. */
export const factoryFieldNames = {
  countryCode: CountryAsSent,
  capabilities: z.array(text(64, 1)).max(100),
  sourcingModels: z.array(SourcingModel).max(2),
}
