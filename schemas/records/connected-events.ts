import { z } from 'zod'
import { Instance, System } from '../as-sent.ts'
import { moneyOf, nullable, Timestamp, text, UnitOfMeasure } from '../common.ts'
import { CountryAsSent } from '../sent-values.ts'

/**
 * The data of the record kinds that describe what systems say about materials and factories; see schemas/records/record-events.ts for
 * the kinds of the graph. `fields` are the pieces that both files need, given so that neither imports the other.
 */
export const datasetLifecycles = ['active', 'paused', 'deprecated'] as const
export const loadModes = ['incremental', 'full_replace', 'event', 'file'] as const
export const fieldTypes = ['text', 'decimal', 'integer', 'boolean', 'date', 'timestamp'] as const
export const classifications = ['public', 'internal', 'confidential', 'personal'] as const
export const loadStatuses = ['started', 'succeeded', 'failed'] as const
export const ownerships = ['brand', 'factory', 'supplier_consignment'] as const
export const sourcingModels = ['cmt', 'fob'] as const
export const recordKinds = ['material', 'factory'] as const

/** What a dataset is called, such as `erp.material_stock`. */
export const DatasetId = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,31}\.[a-z][a-z0-9_.]{0,94}$/, 'must be a dataset such as erp.material_stock (lower case)')
  .meta({ id: 'DatasetId', example: 'erp.material_stock' })

/** A type of record of a source, the first part of a subject. */
export const RecordType = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be a type of record such as item_master (lower case)')

/** At most so many bytes of a source's own record are kept. */
export const MAX_RAW_BYTES = 64 * 1024

export const datasetFieldShape = {
  name: text(255, 1).meta({ description: 'The field as the source calls it.' }),
  type: z.enum(fieldTypes),
  unit: text(32).nullable(),
  nullable: z.boolean(),
  description: text(500).nullable(),
  classification: z.enum(classifications),
}

/** The fields of a dataset that its sources state; rowCount is counted here. */
export const datasetShape = {
  name: text(255, 1),
  description: text(2000).nullable(),
  domain: text(64).nullable(),
  sourceSystem: System,
  instance: Instance,
  steward: text(255).nullable().meta({ description: 'The team that answers for it; not a person.' }),
  grain: z.array(text(64, 1)).max(20).meta({ description: 'The fields that make a row unique.' }),
  recordKinds: z.array(text(64, 1)).max(20),
  loadMode: z.enum(loadModes),
  expectedIntervalSeconds: z.int().min(1).max(31_536_000).nullable(),
  warnAfterSeconds: z.int().min(1).max(31_536_000).nullable(),
  errorAfterSeconds: z.int().min(1).max(31_536_000).nullable(),
  lifecycle: z.enum(datasetLifecycles),
  schemaVersion: text(64).nullable(),
}

export const datasetLoadShape = {
  datasetId: DatasetId,
  status: z.enum(loadStatuses),
  startedAt: Timestamp,
  endedAt: nullable(Timestamp),
  sourceWatermarkAt: nullable(Timestamp),
  rowsRead: z.int().min(0).nullable(),
  rowsWritten: z.int().min(0).nullable(),
  rowsRejected: z.int().min(0).nullable(),
  error: text(500).nullable(),
}

/** What one system says about a material at a factory, as sent or as stored. */
export const positionShape = <D extends z.ZodType, C extends z.ZodType>(decimal: D, currency: C) => ({
  asOf: Timestamp,
  uom: UnitOfMeasure,
  onHand: decimal.meta({ description: 'At the factory, of any quality.' }),
  qualityHold: decimal.meta({ description: 'Of it, blocked.' }),
  allocated: decimal.meta({ description: 'Of it, reserved to cutting orders.' }),
  inTransit: decimal.meta({ description: 'Shipped by the supplier, not received.' }),
  onOrder: decimal.meta({ description: 'Open purchase orders, not yet shipped.' }),
  onOrderNonCancellable: decimal,
  boughtQuantity: decimal,
  required: decimal,
  lastDemandAt: Timestamp,
  ownership: z.enum(ownerships),
  sourcingModel: z.enum(sourcingModels),
  unitCost: moneyOf({ decimal, currency }),
  lotCount: z.int().min(0),
})

/** Of a factory beside its codes and fields. */
export const factoryFieldNames = {
  countryCode: CountryAsSent,
  capabilities: z.array(text(64, 1)).max(100),
  sourcingModels: z.array(z.enum(sourcingModels)).max(2),
}
