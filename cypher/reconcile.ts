import { z } from 'zod'
import { readQuery, writeQuery } from './query.ts'

/** What the reconciler reads and writes; see docs/adr/0015-reconciliation.md. Rows come in no order unless they are pages. */
const text = z.string()
const Nothing = z.object({})
const Ids = z.object({ ids: z.array(text) })
const PairList = z.object({ pairs: z.array(z.tuple([text, text])) })

export const holdReconciliation = writeQuery('reconcile/hold-reconciliation', { params: Nothing, row: Nothing })

/** `times` of each subject the newest time of the events that led to it, in the same order. */
const Mark = z.object({ id: text, subjects: z.array(text), times: z.array(text) })
export const listMarks = readQuery('reconcile/list-marks', { params: z.object({ limit: z.int() }), row: Mark })
export const addMarks = writeQuery('reconcile/add-marks', { params: z.object({ rows: z.array(Mark) }), row: Nothing })
export const deleteMarks = writeQuery('reconcile/delete-marks', { params: Ids, row: Nothing })

export const hasConnectedData = readQuery('reconcile/has-connected-data', {
  params: Nothing,
  row: z.object({ has: z.boolean() }),
})

/** `materialKey` and `factoryKey` are null until the position was looked at for the first time. */
const PositionRow = z.object({
  id: text,
  materialRef: text,
  factoryRef: text,
  materialId: text.nullable(),
  factoryId: text.nullable(),
  materialKey: text.nullable(),
  factoryKey: text.nullable(),
  supplierRef: text.nullable(),
  doc: text,
})
export type PositionRow = z.infer<typeof PositionRow>

/** Pairs of references. */
export const findPositionsOfRefs = readQuery('reconcile/find-positions-of-refs', { params: PairList, row: PositionRow })
/** Pairs of keys. */
export const findPositionsOfKeys = readQuery('reconcile/find-positions-of-keys', { params: PairList, row: PositionRow })

export const writePositions = writeQuery('reconcile/write-positions', {
  params: z.object({
    rows: z.array(PositionRow.omit({ materialRef: true, factoryRef: true, supplierRef: true }).extend({ was: text })),
  }),
  row: Nothing,
})

/** A code as references name it; `system` is `*` for that of any. */
const Code = z.object({ system: text, kind: text, value: text })
export type Code = z.infer<typeof Code>
const Codes = z.object({ codes: z.array(Code) })

export const findOwnersOfCodes = readQuery('reconcile/find-owners-of-codes', {
  params: Codes,
  row: Code.extend({ id: text, type: text, label: text }),
})

export const listClaimsOfEntities = readQuery('reconcile/list-claims-of-entities', {
  params: Ids,
  row: Code.extend({ entityId: text }),
})

export const findFactoriesOfCodes = readQuery('reconcile/find-factories-of-codes', {
  params: Codes,
  row: Code.extend({ recordId: text }),
})

export const findFacilitiesOfRecords = readQuery('reconcile/find-facilities-of-records', {
  params: Ids,
  row: z.object({ id: text, code: text, facilities: z.array(text) }),
})

const Name = z.object({ system: text, instance: text, recordId: text })
export const findNamedRecords = readQuery('reconcile/find-named-records', {
  params: z.object({ names: z.array(Name) }),
  row: Name.extend({ id: text }),
})

/** `doc` is null when the entity is not listed; `state` is what is then known. */
const EntityRow = z.object({ id: text, type: text, doc: text.nullable(), state: text.nullable() })
export type EntityRow = z.infer<typeof EntityRow>
export const getEntities = readQuery('reconcile/get-entities', { params: Ids, row: EntityRow })

export const listLinksFrom = readQuery('reconcile/list-links-from', {
  params: Ids.extend({ type: text, seq: z.int() }),
  row: z.object({ fromId: text, toId: text, doc: text }),
})

export const getNewestSeq = readQuery('reconcile/get-newest-seq', { params: Nothing, row: z.object({ seq: z.int() }) })

export const listDatasetsOfSystem = readQuery('reconcile/list-datasets-of-system', {
  params: z.object({ system: text }),
  row: z.object({ datasetId: text, doc: text }),
})

const Production = z.object({ id: text, materialId: text, supplierIds: z.array(text) })
/** `id` names the row that is answered; those without such a style are not. */
export const findProductionAny = readQuery('reconcile/find-production-any', {
  params: z.object({ rows: z.array(Production), seq: z.int() }),
  row: z.object({ id: text }),
})
export const findProductionActive = readQuery('reconcile/find-production-active', {
  params: z.object({ rows: z.array(Production), seq: z.int(), states: z.array(text) }),
  row: z.object({ id: text }),
})

export const findRequirementsOfPairs = readQuery('reconcile/find-requirements-of-pairs', {
  params: z.object({ rows: z.array(z.object({ id: text, materialId: text, factoryId: text })), seq: z.int() }),
  row: z.object({ id: text, styleId: text, skuId: text.nullable(), units: z.int() }),
})

export const findExceptionsOfKeys = readQuery('reconcile/find-exceptions-of-keys', {
  params: PairList,
  row: z.object({ exceptionId: text, materialKey: text, factoryKey: text, doc: text }),
})

/** `materialRef` and `factoryRef` name the pair again; a key is empty where the exception has no such end. */
const ExceptionWrite = z.object({
  exceptionId: text,
  code: text,
  severity: text,
  quantity: z.boolean(),
  status: text,
  materialKey: text,
  factoryKey: text,
  materialRef: text,
  factoryRef: text,
  systems: z.array(text),
  datasetIds: z.array(text),
  doc: text,
})
export type ExceptionWrite = z.infer<typeof ExceptionWrite>
export const writeExceptions = writeQuery('reconcile/write-exceptions', {
  params: z.object({ rows: z.array(ExceptionWrite) }),
  row: Nothing,
})

const RecordRow = z.object({
  id: text,
  kind: text.nullable(),
  live: z.boolean().nullable(),
  connectedId: text.nullable(),
  doc: text.nullable(),
})
export type RecordRow = z.infer<typeof RecordRow>
export const getSourceRecords = readQuery('reconcile/get-source-records', { params: Ids, row: RecordRow })
export const listRecordsOfConnected = readQuery('reconcile/list-records-of-connected', { params: Ids, row: RecordRow })

export const getConnectedLabels = readQuery('reconcile/get-connected-labels', {
  params: Ids,
  row: z.object({ id: text, label: text, doc: text }),
})

export const writeConnectedRecords = writeQuery('reconcile/write-connected-records', {
  params: z.object({
    rows: z.array(
      z.object({
        ...{ id: text, kind: text, label: text, words: text, matchState: text },
        ...{ systems: z.array(text), doc: text },
      }),
    ),
  }),
  row: Nothing,
})
export const deleteConnectedRecords = writeQuery('reconcile/delete-connected-records', { params: Ids, row: Nothing })
export const writeConnections = writeQuery('reconcile/write-connections', {
  params: z.object({ rows: z.array(z.object({ id: text, connectedId: text.nullable() })) }),
  row: Nothing,
})

const RequirementIds = { styleId: text.nullable(), skuId: text.nullable(), factoryId: text.nullable() }
export const findRequirementsOfRefs = readQuery('reconcile/find-requirements-of-refs', {
  params: PairList,
  row: z.object({
    ...{ id: text, styleRef: text.nullable(), skuRef: text.nullable(), factoryRef: text },
    ...RequirementIds,
  }),
})
export const listStylesOfSkus = readQuery('reconcile/list-styles-of-skus', {
  params: Ids,
  row: z.object({ skuId: text, styleId: text }),
})
export const writeRequirements = writeQuery('reconcile/write-requirements', {
  params: z.object({ rows: z.array(z.object({ id: text, ...RequirementIds })) }),
  row: Nothing,
})

export const listLinesAround = readQuery('reconcile/list-lines-around', {
  params: z.object({ styleIds: z.array(text), seq: z.int() }),
  row: z.object({ styleId: text, doc: text }),
})
