import { z } from 'zod'
import { ConnectedKind } from '../../schemas/records/connected-events.ts'
import { storedDataset, storedLoad, storedPosition, storedRequirement } from '../../schemas/stored/connected-data.ts'
import { storedSourceRecord } from '../../schemas/stored/source-record.ts'
import { storedVersion, storedVersions } from '../../schemas/stored/version.ts'
import { tenantStatements } from '../query.ts'

const { write } = tenantStatements(import.meta.url)

const Nothing = z.object({})
const text = z.string()
const orNull = text.nullable()
const Ids = z.object({ ids: z.array(text) })
const Locked = z.object({ id: text, state: storedVersion.text.nullable() })
const rowsOf = <R extends z.ZodObject>(row: R) => ({ params: z.object({ rows: z.array(row) }), row: Nothing })

export const LockedSourceRecord = Locked.extend({
  kind: ConnectedKind.nullable(),
  datasetId: orNull,
  live: z.boolean().nullable(),
  codes: z.array(text).nullable(),
})
export type LockedSourceRecord = z.infer<typeof LockedSourceRecord>

export const lockSourceRecords = write('lockSourceRecords', { params: Ids, row: LockedSourceRecord })

/** Of a deleted record, everything except its ID and state is null. */
export const SourceRecordWrite = z.object({
  id: text,
  kind: ConnectedKind.nullable(),
  system: orNull,
  instance: orNull,
  recordType: orNull,
  recordId: orNull,
  datasetId: orNull,
  live: z.boolean(),
  codes: z.array(text).nullable(),
  doc: storedSourceRecord.text.nullable(),
  state: storedVersion.text,
})
export type SourceRecordWrite = z.infer<typeof SourceRecordWrite>

export const writeSourceRecords = write('writeSourceRecords', rowsOf(SourceRecordWrite))

/**
 * `system` and `instance` are `*` if the code does not contain them. `recordId` is the ID of the source record's node.
 */
export const RecordCodeWrite = z.object({
  id: text,
  recordId: text,
  kind: ConnectedKind,
  system: text,
  instance: text,
  codeKind: text,
  value: text,
})
export type RecordCodeWrite = z.infer<typeof RecordCodeWrite>

export const writeRecordCodes = write('writeRecordCodes', rowsOf(RecordCodeWrite))
export const deleteRecordCodes = write('deleteRecordCodes', { params: Ids, row: Nothing })

export const LockedPosition = Locked.extend({
  materialRef: orNull,
  factoryRef: orNull,
  supplierRef: orNull,
  materialId: orNull,
  factoryId: orNull,
  materialKey: orNull,
  factoryKey: orNull,
  datasetId: orNull,
  doc: storedPosition.text.nullable(),
})
export type LockedPosition = z.infer<typeof LockedPosition>

export const lockPositions = write('lockPositions', { params: Ids, row: LockedPosition })

export const PositionWrite = z.object({
  id: text,
  system: text,
  instance: text,
  subject: text,
  datasetId: orNull,
  materialRef: text,
  factoryRef: text,
  supplierRef: orNull,
  namedMaterial: text,
  namedFactory: text,
  materialId: orNull,
  factoryId: orNull,
  /** The codes that the position itself contains. They are shown if its references do not lead to an entity. */
  saidMaterial: text,
  saidFactory: text,
  /** The codes that the position shows. */
  materialCode: text,
  factoryCode: text,
  doc: storedPosition.text,
  state: storedVersion.text,
})
export type PositionWrite = z.infer<typeof PositionWrite>

export const openPositions = write('openPositions', rowsOf(PositionWrite))
export const closePositions = write('closePositions', rowsOf(z.object({ id: text, state: storedVersion.text })))

const Ends = {
  styleRef: orNull,
  skuRef: orNull,
  factoryRef: orNull,
  styleId: orNull,
  skuId: orNull,
  factoryId: orNull,
}
export const LockedRequirement = Locked.extend({ ...Ends, units: z.int().nullable() })
export type LockedRequirement = z.infer<typeof LockedRequirement>

export const lockRequirements = write('lockRequirements', { params: Ids, row: LockedRequirement })

/** `namedProduct` and `namedFactory` are the references without their system. */
export const RequirementWrite = z.object({
  id: text,
  ...Ends,
  namedProduct: orNull,
  namedFactory: orNull,
  units: z.int().nullable(),
  doc: storedRequirement.text.nullable(),
  state: storedVersion.text,
})
export type RequirementWrite = z.infer<typeof RequirementWrite>

export const writeRequirements = write('writeRequirements', rowsOf(RequirementWrite))

export const lockDatasets = write('lockDatasets', {
  params: Ids,
  row: z.object({ id: text, state: storedVersions.text.nullable() }),
})
export const publishDatasets = write(
  'publishDatasets',
  rowsOf(z.object({ id: text, system: text, doc: storedDataset.text, state: storedVersions.text })),
)
export const unpublishDatasets = write('unpublishDatasets', rowsOf(z.object({ id: text, state: storedVersions.text })))

export const lockDatasetLoads = write('lockDatasetLoads', { params: Ids, row: Locked })

/**
 * `endedAt` of a success without an end is its start. `unmarkedEnd` is the end of a success without a watermark,
 * otherwise null.
 */
export const DatasetLoadWrite = z.object({
  id: text,
  datasetId: orNull,
  runId: orNull,
  system: orNull,
  status: orNull,
  startedAt: orNull,
  endedAt: orNull,
  sourceWatermarkAt: orNull,
  unmarkedEnd: orNull,
  doc: storedLoad.text.nullable(),
  state: storedVersion.text,
})
export type DatasetLoadWrite = z.infer<typeof DatasetLoadWrite>

export const writeDatasetLoads = write('writeDatasetLoads', rowsOf(DatasetLoadWrite))

const TypeOfRecord = { system: text, instance: text, recordType: text, datasetId: orNull }

/** `type` is null if the field was always null. */
export const ObservedFieldWrite = z.object({
  id: text,
  ...TypeOfRecord,
  name: text,
  type: orNull,
  isHidden: z.boolean(),
  at: text,
})
export type ObservedFieldWrite = z.infer<typeof ObservedFieldWrite>

export const observeFields = write('observeFields', rowsOf(ObservedFieldWrite))

export const countDatasetRows = write('countDatasetRows', rowsOf(z.object({ datasetId: text, delta: z.int() })))

export const RecordTypeDelta = z.object({ id: text, ...TypeOfRecord, delta: z.int() })
export type RecordTypeDelta = z.infer<typeof RecordTypeDelta>

export const countRecordTypeRows = write('countRecordTypeRows', rowsOf(RecordTypeDelta))

export const noteApplied = write('noteApplied', {
  params: z.object({ topic: text, partition: z.int(), at: text }),
  row: Nothing,
})
