import { z } from 'zod'
import { ExceptionCode, ExceptionSeverity } from '../schemas/connected.ts'
import { fieldTypes, recordKinds } from '../schemas/connected-events.ts'
import { readQuery } from './query.ts'

const page = { after: z.string(), limit: z.int() }
const Doc = z.object({ doc: z.string() })
const Kind = z.enum(recordKinds)

/** `doc` is the JSON of Dataset without rowCount. */
const StoredDataset = Doc.extend({ datasetId: z.string(), rows: z.int() })

export const listDatasets = readQuery('connected/list-datasets', { params: z.object(page), row: StoredDataset })

export const listDatasetsOfSystem = readQuery('connected/list-datasets-of-system', {
  params: z.object({ ...page, system: z.string() }),
  row: StoredDataset,
})

export const findDatasets = readQuery('connected/find-datasets', {
  params: z.object({ datasetIds: z.array(z.string()) }),
  row: StoredDataset.omit({ rows: true }),
})

/** `state` is what the projector keeps of a dataset: JSON of what each record said, by record, with its time `t`. */
export const findDeclarations = readQuery('connected/find-declarations', {
  params: z.object({ datasetIds: z.array(z.string()) }),
  row: z.object({ datasetId: z.string(), state: z.string().nullable() }),
})

export const listInputDatasets = readQuery('connected/list-input-datasets', {
  params: z.object(page),
  row: z.object({ datasetId: z.string() }),
})

/** `doc` is the JSON of InspectedLoad; the newest success may come twice. */
export const listLoads = readQuery('connected/list-loads', {
  params: z.object({ datasetIds: z.array(z.string()), newest: z.int() }),
  row: Doc.extend({ datasetId: z.string() }),
})

export const getApplied = readQuery('connected/get-applied', {
  params: z.object({}),
  row: z.object({ lastAppliedAt: z.string().nullable() }),
})

/** What a caller's reference stands for; ids of connected records and of materials without one. */
const Referred = z.object({ ref: z.string(), id: z.string() })

export const findReferencesById = readQuery('connected/find-references-by-id', {
  params: z.object({ kind: Kind, ids: z.array(z.string()) }),
  row: Referred,
})

export const findReferencesByRecord = readQuery('connected/find-references-by-record', {
  params: z.object({
    kind: Kind,
    records: z.array(
      z.object({
        ref: z.string(),
        system: z.string(),
        instance: z.string(),
        recordType: z.string().nullable(),
        recordId: z.string(),
      }),
    ),
    limit: z.int(),
  }),
  row: Referred,
})

export const findReferencesByCode = readQuery('connected/find-references-by-code', {
  params: z.object({ kind: Kind, codes: z.array(z.string()), limit: z.int() }),
  row: Referred,
})

/** `doc` is the JSON of MaterialFactoryPosition without freshness. */
const StoredPosition = Doc.extend({ id: z.string(), datasetId: z.string().nullable() })
const ofMaterial = { ...page, materialId: z.string() }

export const listPositions = readQuery('connected/list-positions', {
  params: z.object(ofMaterial),
  row: StoredPosition,
})

export const listPositionsOfSystem = readQuery('connected/list-positions-of-system', {
  params: z.object({ ...ofMaterial, system: z.string() }),
  row: StoredPosition,
})

export const listPositionsOfPair = readQuery('connected/list-positions-of-pair', {
  params: z.object({ ...ofMaterial, factoryId: z.string(), system: z.string().nullable() }),
  row: StoredPosition,
})

export const listPositionsOfPairs = readQuery('connected/list-positions-of-pairs', {
  params: z.object({
    pairs: z.array(z.object({ materialId: z.string(), factoryId: z.string() })),
    systems: z.array(z.string()),
  }),
  row: StoredPosition.omit({ id: true }).extend({ materialId: z.string(), factoryId: z.string() }),
})

/** `doc` is the JSON of PositionException with the severity as stored, and without a stale input. */
const StoredException = Doc.extend({
  exceptionId: z.string(),
  code: ExceptionCode,
  severity: ExceptionSeverity,
  quantity: z.boolean(),
  datasetIds: z.array(z.string()),
})
export type StoredException = z.infer<typeof StoredException>

const ofStatus = { ...page, status: z.enum(['open', 'resolved']) }

export const listExceptions = readQuery('connected/list-exceptions', {
  params: z.object(ofStatus),
  row: StoredException,
})

export const listExceptionsOfSeverity = readQuery('connected/list-exceptions-of-severity', {
  params: z.object({ ...ofStatus, severity: ExceptionSeverity }),
  row: StoredException,
})

export const listExceptionsOfCode = readQuery('connected/list-exceptions-of-code', {
  params: z.object({ ...ofStatus, code: ExceptionCode }),
  row: StoredException,
})

export const listExceptionsOfMaterial = readQuery('connected/list-exceptions-of-material', {
  params: z.object({
    ...ofStatus,
    materialId: z.string(),
    factoryId: z.string().nullable(),
    code: z.string().nullable(),
  }),
  row: StoredException,
})

export const listExceptionsOfFactory = readQuery('connected/list-exceptions-of-factory', {
  params: z.object({ ...ofStatus, factoryId: z.string(), code: z.string().nullable() }),
  row: StoredException,
})

export const getRecord = readQuery('connected/get-record', {
  params: z.object({ kind: Kind, id: z.string() }),
  row: Doc,
})

/** `doc` is the JSON of ConnectedRecord, or null where a filter does not let it through. */
const StoredRecord = z.object({ id: z.string(), doc: z.string().nullable() })
const spokenOf = { ...page, system: z.string().nullable() }

export const listRecords = readQuery('connected/list-records', {
  params: z.object(spokenOf),
  row: StoredRecord,
})

export const listRecordsOfKind = readQuery('connected/list-records-of-kind', {
  params: z.object({ ...spokenOf, kind: Kind }),
  row: StoredRecord,
})

export const listRecordsOfState = readQuery('connected/list-records-of-state', {
  params: z.object({ ...spokenOf, kinds: z.array(Kind), matchState: z.string() }),
  row: StoredRecord,
})

/** `terms` is the full-text query; `code` is what was asked for as it stands; `most` is how many hits are looked at. */
export const findRecords = readQuery('connected/find-records', {
  params: z.object({
    ...spokenOf,
    kinds: z.array(Kind),
    matchState: z.string().nullable(),
    terms: z.string(),
    code: z.string(),
    most: z.int(),
  }),
  row: Doc.extend({ id: z.string(), truncated: z.boolean() }),
})

const ofSystem = { system: z.string(), limit: z.int() }

export const listRecordTypes = readQuery('connected/list-record-types', {
  params: z.object(ofSystem),
  row: z.object({
    instance: z.string(),
    recordType: z.string(),
    datasetId: z.string().nullable(),
    rows: z.int(),
  }),
})

export const listObservedFields = readQuery('connected/list-observed-fields', {
  params: z.object(ofSystem),
  row: z.object({
    instance: z.string(),
    recordType: z.string(),
    datasetId: z.string().nullable(),
    name: z.string(),
    type: z.enum(fieldTypes).nullable(),
    firstSeenAt: z.string(),
  }),
})

/** `doc` is the JSON of StoredSourceRecord, `connected` that of the ConnectedRecord that shows it. */
export const listSourceRecords = readQuery('connected/list-source-records', {
  params: z.object({ ...ofSystem, recordId: z.string(), recordType: z.string().nullable() }),
  row: Doc.extend({
    instance: z.string(),
    recordType: z.string(),
    kind: Kind,
    connectedId: z.string().nullable(),
    connected: z.string().nullable(),
  }),
})

export const listRecordLetters = readQuery('connected/list-record-letters', {
  params: z.object({ ...ofSystem, recordId: z.string(), recordTypes: z.array(z.string()) }),
  row: z.object({
    instance: z.string(),
    recordType: z.string(),
    reason: z.string(),
    detail: z.string(),
    at: z.string(),
    partition: z.int(),
    offset: z.int(),
  }),
})
