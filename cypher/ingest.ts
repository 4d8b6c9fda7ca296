import { z } from 'zod'
import { recordKinds } from '../schemas/connected-events.ts'
import { writeQuery } from './query.ts'

const Nothing = z.object({})
const text = z.string()
const orNull = text.nullable()
const Ids = z.object({ ids: z.array(text) })
const Held = z.object({ id: text, state: orNull })
const rowsOf = <R extends z.ZodObject>(row: R) => ({ params: z.object({ rows: z.array(row) }), row: Nothing })

export const HeldSourceRecord = Held.extend({
  kind: z.enum(recordKinds).nullable(),
  datasetId: orNull,
  live: z.boolean().nullable(),
  codes: z.array(text).nullable(),
})
export type HeldSourceRecord = z.infer<typeof HeldSourceRecord>

export const holdSourceRecords = writeQuery('ingest/hold-source-records', { params: Ids, row: HeldSourceRecord })

/** Of a deleted record everything but its id and state is null. */
export const SourceRecordWrite = z.object({
  id: text,
  kind: z.enum(recordKinds).nullable(),
  system: orNull,
  instance: orNull,
  recordType: orNull,
  recordId: orNull,
  datasetId: orNull,
  live: z.boolean(),
  codes: z.array(text).nullable(),
  doc: orNull,
  state: text,
})
export type SourceRecordWrite = z.infer<typeof SourceRecordWrite>

export const writeSourceRecords = writeQuery('ingest/write-source-records', rowsOf(SourceRecordWrite))

/** `system` and `instance` are `*` where the code does not say; `recordId` is the id of the source record's node. */
export const RecordCodeWrite = z.object({
  id: text,
  recordId: text,
  kind: z.enum(recordKinds),
  system: text,
  instance: text,
  codeKind: text,
  value: text,
})
export type RecordCodeWrite = z.infer<typeof RecordCodeWrite>

export const writeRecordCodes = writeQuery('ingest/write-record-codes', rowsOf(RecordCodeWrite))
export const deleteRecordCodes = writeQuery('ingest/delete-record-codes', { params: Ids, row: Nothing })

export const HeldPosition = Held.extend({
  materialRef: orNull,
  factoryRef: orNull,
  materialId: orNull,
  factoryId: orNull,
  datasetId: orNull,
  doc: orNull,
})
export type HeldPosition = z.infer<typeof HeldPosition>

export const holdPositions = writeQuery('ingest/hold-positions', { params: Ids, row: HeldPosition })

export const PositionWrite = z.object({
  id: text,
  system: text,
  instance: text,
  subject: text,
  datasetId: orNull,
  materialRef: text,
  factoryRef: text,
  supplierRef: orNull,
  materialId: orNull,
  factoryId: orNull,
  doc: text,
  state: text,
})
export type PositionWrite = z.infer<typeof PositionWrite>

export const openPositions = writeQuery('ingest/open-positions', rowsOf(PositionWrite))
const StateWrite = z.object({ id: text, state: text })
export const closePositions = writeQuery('ingest/close-positions', rowsOf(StateWrite))

const Ends = {
  styleRef: orNull,
  skuRef: orNull,
  factoryRef: orNull,
  styleId: orNull,
  skuId: orNull,
  factoryId: orNull,
}
export const HeldRequirement = Held.extend(Ends)
export type HeldRequirement = z.infer<typeof HeldRequirement>

export const holdRequirements = writeQuery('ingest/hold-requirements', { params: Ids, row: HeldRequirement })

export const RequirementWrite = z.object({ id: text, ...Ends, units: z.int().nullable(), doc: orNull, state: text })
export type RequirementWrite = z.infer<typeof RequirementWrite>

export const writeRequirements = writeQuery('ingest/write-requirements', rowsOf(RequirementWrite))

export const holdDatasets = writeQuery('ingest/hold-datasets', { params: Ids, row: Held })
export const listDatasets = writeQuery(
  'ingest/list-datasets',
  rowsOf(z.object({ id: text, system: text, doc: text, state: text })),
)
export const unlistDatasets = writeQuery('ingest/unlist-datasets', rowsOf(StateWrite))

export const holdDatasetLoads = writeQuery('ingest/hold-dataset-loads', { params: Ids, row: Held })

export const DatasetLoadWrite = z.object({
  id: text,
  datasetId: orNull,
  runId: orNull,
  system: orNull,
  status: orNull,
  startedAt: orNull,
  endedAt: orNull,
  sourceWatermarkAt: orNull,
  doc: orNull,
  state: text,
})
export type DatasetLoadWrite = z.infer<typeof DatasetLoadWrite>

export const writeDatasetLoads = writeQuery('ingest/write-dataset-loads', rowsOf(DatasetLoadWrite))

const TypeOfRecord = { system: text, instance: text, recordType: text, datasetId: orNull }

/** `type` is null where only null was seen. */
export const ObservedFieldWrite = z.object({ id: text, ...TypeOfRecord, name: text, type: orNull, at: text })
export type ObservedFieldWrite = z.infer<typeof ObservedFieldWrite>

export const observeFields = writeQuery('ingest/observe-fields', rowsOf(ObservedFieldWrite))

export const countDatasetRows = writeQuery(
  'ingest/count-dataset-rows',
  rowsOf(z.object({ datasetId: text, delta: z.int() })),
)

export const RecordTypeDelta = z.object({ id: text, ...TypeOfRecord, delta: z.int() })
export type RecordTypeDelta = z.infer<typeof RecordTypeDelta>

export const countRecordTypeRows = writeQuery('ingest/count-record-type-rows', rowsOf(RecordTypeDelta))

export const noteApplied = writeQuery('ingest/note-applied', {
  params: z.object({ topic: text, partition: z.int(), at: text }),
  row: Nothing,
})

/** `subjects` as texts of projector/connected/subjects.ts, `times` of each the newest time of the events that say so. */
export const addRecheck = writeQuery('ingest/add-recheck', {
  params: z.object({ id: text, subjects: z.array(text), times: z.array(text) }),
  row: Nothing,
})

export const RecordLetterWrite = z.object({
  id: text,
  system: text,
  instance: text,
  recordType: text,
  recordId: text,
  reason: text,
  detail: text,
  at: text,
  partition: z.int(),
  offset: z.int(),
})
export type RecordLetterWrite = z.infer<typeof RecordLetterWrite>

export const addRecordLetters = writeQuery('ingest/add-record-letters', rowsOf(RecordLetterWrite))

export const dropRecordLetters = writeQuery('ingest/drop-record-letters', {
  params: z.object({ before: text, limit: z.int() }),
  row: z.object({ dropped: z.int() }),
})
