import { z } from 'zod'
import { ExceptionCode, ExceptionSeverity } from '../../schemas/materials/exceptions.ts'
import { ConnectedKind, FieldType } from '../../schemas/records/connected-events.ts'
import {
  storedConnectedRecord,
  storedDataset,
  storedException,
  storedExplanation,
  storedLoad,
  storedPosition,
} from '../../schemas/stored/connected-data.ts'
import { storedEntity, storedEntityState } from '../../schemas/stored/entity.ts'
import { storedSourceRecord } from '../../schemas/stored/source-record.ts'
import { storedVersions } from '../../schemas/stored/version.ts'
import { tenantStatements } from '../query.ts'

const { read } = tenantStatements(import.meta.url)

const page = { after: z.string(), limit: z.int() }
const Kind = ConnectedKind

const DatasetRow = z.object({ doc: storedDataset.text, datasetId: z.string(), rows: z.int() })

export const listDatasets = read('listDatasets', { params: z.object(page), row: DatasetRow })

export const listDatasetsOfSystem = read('listDatasetsOfSystem', {
  params: z.object({ ...page, system: z.string() }),
  row: DatasetRow,
})

export const findDatasets = read('findDatasets', {
  params: z.object({ datasetIds: z.array(z.string()) }),
  row: DatasetRow.omit({ rows: true }),
})

export const findDeclarations = read('findDeclarations', {
  params: z.object({ datasetIds: z.array(z.string()) }),
  row: z.object({ datasetId: z.string(), state: storedVersions.text.nullable() }),
})

export const listInputDatasets = read('listInputDatasets', {
  params: z.object(page),
  row: z.object({ datasetId: z.string() }),
})

export const listLoads = read('listLoads', {
  params: z.object({ datasetIds: z.array(z.string()), newest: z.int() }),
  row: z.object({ doc: storedLoad.text, datasetId: z.string() }),
})

export const getApplied = read('getApplied', {
  params: z.object({}),
  row: z.object({ lastAppliedAt: z.string().nullable() }),
})

/** The result of resolving a caller's reference: the ID of a connected record, or of a material without one. */
const Referred = z.object({ ref: z.string(), id: z.string() })

export const findReferencesById = read('findReferencesById', {
  params: z.object({ kind: Kind, ids: z.array(z.string()) }),
  row: Referred,
})

export const findReferencesByRecord = read('findReferencesByRecord', {
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

export const findReferencesByCode = read('findReferencesByCode', {
  params: z.object({ kind: z.enum(['material', 'factory', 'supplier']), codes: z.array(z.string()), limit: z.int() }),
  row: Referred,
})

export const findMasterRecords = read('findMasterRecords', {
  params: z.object({ ids: z.array(z.string()) }),
  row: z.object({ id: z.string(), listed: z.boolean(), state: storedEntityState.text.nullable() }),
})

const Shown = { params: z.object({ code: z.string() }), row: z.object({ isShown: z.boolean() }) }
export const findShownMaterial = read('findShownMaterial', Shown)
export const findShownFactory = read('findShownFactory', Shown)

export const findKnownEndpoints = read('findKnownEndpoints', {
  params: z.object({ kind: Kind, ids: z.array(z.string()) }),
  row: z.object({
    id: z.string(),
    entity: storedEntity.text.nullable(),
    label: z.string().nullable(),
    source: storedSourceRecord.text.nullable(),
    position: storedPosition.text.nullable(),
  }),
})

const PositionRow = z.object({ doc: storedPosition.text, id: z.string(), datasetId: z.string().nullable() })
const ofMaterial = { ...page, materialId: z.string() }

/** A filter that is null matches every position. */
export const listAllPositions = read('listAllPositions', {
  params: z.object({ ...page, system: z.string().nullable() }),
  row: PositionRow,
})

export const listPositions = read('listPositions', {
  params: z.object(ofMaterial),
  row: PositionRow,
})

export const listPositionsOfSystem = read('listPositionsOfSystem', {
  params: z.object({ ...ofMaterial, system: z.string() }),
  row: PositionRow,
})

export const listPositionsOfPair = read('listPositionsOfPair', {
  params: z.object({ ...ofMaterial, factoryId: z.string(), system: z.string().nullable() }),
  row: PositionRow,
})

export const listPositionsOfFactory = read('listPositionsOfFactory', {
  params: z.object({ ...page, factoryId: z.string(), system: z.string().nullable() }),
  row: PositionRow,
})

export const listPositionsOfMaterialCode = read('listPositionsOfMaterialCode', {
  params: z.object({
    ...page,
    materialCode: z.string(),
    factoryId: z.string().nullable(),
    factoryCode: z.string().nullable(),
    system: z.string().nullable(),
  }),
  row: PositionRow,
})

export const listPositionsOfFactoryCode = read('listPositionsOfFactoryCode', {
  params: z.object({
    ...page,
    factoryCode: z.string(),
    materialId: z.string().nullable(),
    system: z.string().nullable(),
  }),
  row: PositionRow,
})

export const listPositionsOfPairs = read('listPositionsOfPairs', {
  params: z.object({
    pairs: z.array(z.object({ materialId: z.string(), factoryId: z.string() })),
    systems: z.array(z.string()),
  }),
  row: PositionRow.omit({ id: true }).extend({ materialId: z.string(), factoryId: z.string() }),
})

const ExceptionRow = z.object({
  doc: storedException.text,
  exceptionId: z.string(),
  code: ExceptionCode,
  severity: ExceptionSeverity,
  quantity: z.boolean(),
  datasetIds: z.array(z.string()),
})
export type ExceptionRow = z.infer<typeof ExceptionRow>

/**
 * Filters that are tested on each exception, whichever index is read. `since` is a time, and `datasetIds` is not empty.
 */
const lookedUp = {
  system: z.string().nullable(),
  since: z.string().nullable(),
  datasetIds: z.array(z.string()).nullable(),
}
/** The filters that match every exception. */
export const anyException = { system: null, since: null, datasetIds: null }

const ofStatus = { ...page, ...lookedUp, status: z.enum(['open', 'resolved']) }

export const listExceptions = read('listExceptions', {
  params: z.object(ofStatus),
  row: ExceptionRow,
})

export const listExceptionsOfSeverity = read('listExceptionsOfSeverity', {
  params: z.object({ ...ofStatus, severity: ExceptionSeverity }),
  row: ExceptionRow,
})

export const listExceptionsOfCode = read('listExceptionsOfCode', {
  params: z.object({ ...ofStatus, code: ExceptionCode }),
  row: ExceptionRow,
})

const withFactory = { factoryId: z.string().nullable(), factoryCode: z.string().nullable() }

export const listExceptionsOfMaterial = read('listExceptionsOfMaterial', {
  params: z.object({ ...ofStatus, ...withFactory, materialId: z.string(), code: z.string().nullable() }),
  row: ExceptionRow,
})

export const listExceptionsOfMaterialCode = read('listExceptionsOfMaterialCode', {
  params: z.object({ ...ofStatus, ...withFactory, materialCode: z.string(), code: z.string().nullable() }),
  row: ExceptionRow,
})

export const listExceptionsOfFactory = read('listExceptionsOfFactory', {
  params: z.object({ ...ofStatus, factoryId: z.string(), code: z.string().nullable() }),
  row: ExceptionRow,
})

export const listExceptionsOfFactoryCode = read('listExceptionsOfFactoryCode', {
  params: z.object({ ...ofStatus, factoryCode: z.string(), code: z.string().nullable() }),
  row: ExceptionRow,
})

const ofAll = {
  ...ofStatus,
  ...withFactory,
  severities: z.array(ExceptionSeverity).nullable(),
  code: z.string().nullable(),
}
/** `seenKey` is the position in the order by the time when exceptions were first seen. */
const SeenRow = ExceptionRow.extend({ seenKey: z.string() })

export const listExceptionsOfMaterials = read('listExceptionsOfMaterials', {
  params: z.object({ ...ofAll, materialIds: z.array(z.string()) }),
  row: ExceptionRow,
})

export const listExceptionsOfMaterialsSeen = read('listExceptionsOfMaterialsSeen', {
  params: z.object({ ...ofAll, materialIds: z.array(z.string()) }),
  row: SeenRow,
})

export const listExceptionsSeen = read('listExceptionsSeen', {
  params: z.object({ ...ofAll, materialCode: z.string().nullable() }),
  row: SeenRow,
})

export const findNominatedMaterials = read('findNominatedMaterials', {
  params: z.object({ supplierId: z.string() }),
  row: z.object({ materialId: z.string() }),
})

export const findNominatedSuppliers = read('findNominatedSuppliers', {
  params: z.object({ ids: z.array(z.string()) }),
  row: z.object({ materialId: z.string(), doc: storedEntity.text }),
})

/**
 * Exactly one of the parameters that begin with `of` is given. Otherwise a list is empty, and any other parameter is
 * null.
 */
export const countExceptions = read('countExceptions', {
  params: z.object({
    ofStatus: z.string().nullable(),
    ofSeverities: z.array(ExceptionSeverity),
    ofCode: ExceptionCode.nullable(),
    ofMaterialIds: z.array(z.string()),
    ofMaterialCode: z.string().nullable(),
    ofFactoryId: z.string().nullable(),
    ofFactoryCode: z.string().nullable(),
    status: ofStatus.status,
    code: ExceptionCode.nullable(),
    severity: ExceptionSeverity.nullable(),
    ...withFactory,
    ...lookedUp,
    /**
     * Datasets that are stale now, and the lowered severities of exceptions about quantities that are based on them.
     */
    staleIds: z.array(z.string()),
    lowered: z.record(z.string(), ExceptionSeverity),
    by: z.enum(['kind', 'material', 'factory']),
    limit: z.int(),
  }),
  row: z.object({ value: z.array(z.string()), code: z.string(), exceptionId: z.string(), exceptions: z.int() }),
})

export const findExceptions = read('findExceptions', {
  params: z.object({ ids: z.array(z.string()) }),
  row: z.object({ doc: storedException.text, exceptionId: z.string() }),
})

/** `explanation` is null if an earlier version wrote the exception. */
export const getException = read('getException', {
  params: z.object({ exceptionId: z.string() }),
  row: ExceptionRow.extend({ explanation: storedExplanation.text.nullable() }),
})

export const getRecord = read('getRecord', {
  params: z.object({ kind: Kind, id: z.string() }),
  row: z.object({ doc: storedConnectedRecord.text }),
})

/** `doc` is null if the record does not match a filter. */
const RecordRow = z.object({ id: z.string(), doc: storedConnectedRecord.text.nullable() })
const spokenOf = { ...page, system: z.string().nullable() }

export const listRecords = read('listRecords', {
  params: z.object(spokenOf),
  row: RecordRow,
})

export const listRecordsOfKind = read('listRecordsOfKind', {
  params: z.object({ ...spokenOf, kind: Kind }),
  row: RecordRow,
})

export const listRecordsOfState = read('listRecordsOfState', {
  params: z.object({ ...spokenOf, kinds: z.array(Kind), matchState: z.string() }),
  row: RecordRow,
})

/**
 * `terms` is the full-text query. `codes` are the texts of the request as they are. `most` is the number of hits that
 * are read.
 */
export const findRecords = read('findRecords', {
  params: z.object({
    ...spokenOf,
    kinds: z.array(Kind),
    matchState: z.string().nullable(),
    terms: z.string(),
    codes: z.array(z.string()),
    most: z.int(),
  }),
  row: z.object({ doc: storedConnectedRecord.text, id: z.string(), truncated: z.boolean() }),
})

const ofSystem = { system: z.string(), limit: z.int() }

export const listRecordTypes = read('listRecordTypes', {
  params: z.object(ofSystem),
  row: z.object({
    instance: z.string(),
    recordType: z.string(),
    datasetId: z.string().nullable(),
    rows: z.int(),
  }),
})

export const listObservedFields = read('listObservedFields', {
  params: z.object(ofSystem),
  row: z.object({
    instance: z.string(),
    recordType: z.string(),
    datasetId: z.string().nullable(),
    name: z.string(),
    type: FieldType.nullable(),
    /** Whether the field occurs only in the raw record, where its value is redacted. */
    isHidden: z.boolean(),
    firstSeenAt: z.string(),
  }),
})

/** `connected` is the connected record that contains the source record. */
export const listSourceRecords = read('listSourceRecords', {
  params: z.object({ ...ofSystem, recordId: z.string(), recordType: z.string().nullable() }),
  row: z.object({
    doc: storedSourceRecord.text,
    instance: z.string(),
    recordType: z.string(),
    kind: Kind,
    connectedId: z.string().nullable(),
    connected: storedConnectedRecord.text.nullable(),
  }),
})

export const listDeadLetterKeys = read('listDeadLetterKeys', {
  params: z.object(ofSystem),
  row: z.object({ instance: z.string(), recordType: z.string() }),
})

export const listRecordDeadLetters = read('listRecordDeadLetters', {
  params: z.object({ ...ofSystem, recordId: z.string(), recordType: z.string().nullable() }),
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
