import { z } from 'zod'
import { storedLine } from '../../schemas/stored/bom.ts'
import {
  storedDataset,
  storedException,
  storedExplanation,
  storedRequirement,
} from '../../schemas/stored/connected-data.ts'
import { storedEntity, storedEntityState } from '../../schemas/stored/entity.ts'
import { storedLink } from '../../schemas/stored/link.ts'
import { anyDocument } from '../../schemas/stored/stored-document.ts'
import { storedVersion, storedVersions } from '../../schemas/stored/version.ts'
import { tenantStatements } from '../query.ts'
import { PositionRow } from './resolve.ts'

const { read, write } = tenantStatements(import.meta.url)

/** Statements that read what exceptions are computed from, and that read and write exceptions. */
const text = z.string()
const Nothing = z.object({})
const Ids = z.object({ ids: z.array(text) })
const rowsOf = <R extends z.ZodObject>(row: R) => ({ params: z.object({ rows: z.array(row) }), row: Nothing })

const PairList = z.object({ pairs: z.array(z.tuple([text, text])) })

/** Pairs of keys. */
export const findPositionsOfPairs = read('findPositionsOfPairs', {
  params: PairList,
  row: PositionRow,
})
export const getNewestSeq = read('getNewestSeq', {
  params: Nothing,
  row: z.object({ seq: z.int() }),
})
export const listDatasetsOfSystem = read('listDatasetsOfSystem', {
  params: z.object({ system: text }),
  row: z.object({ datasetId: text, doc: storedDataset.text, state: storedVersions.text }),
})
/** `state` is null for links that are derived from other records. `doc` is null for USES_MATERIAL. */
export const listLinksFrom = read('listLinksFrom', {
  params: Ids.extend({ type: text, seq: z.int() }),
  row: z.object({ fromId: text, toId: text, doc: storedLink.text, state: storedVersions.text.nullable() }),
})
/** For the first page, `after` is the type and a slash. */
export const listLinksTo = read('listLinksTo', {
  params: z.object({ limit: z.int(), rows: z.array(z.object({ key: text, after: text })), type: text, seq: z.int() }),
  row: z.object({ key: text, last: text, fromId: text }),
})
export const listLinesAround = read('listLinesAround', {
  params: z.object({ styleIds: z.array(text), seq: z.int() }),
  row: z.object({ styleId: text, doc: storedLine.text }),
})

const Production = z.object({ id: text, materialId: text, supplierIds: z.array(text) })
/** `id` identifies the row in the result. Rows without such a style are left out. */
export const findProductionAny = read('findProductionAny', {
  params: z.object({ rows: z.array(Production), seq: z.int() }),
  row: z.object({ id: text }),
})
const ActiveProduction = z.object({
  id: text,
  styleId: text,
  style: storedEntity.text,
  styleState: storedEntityState.text,
  use: storedLink.text,
  supplierId: text,
  link: storedLink.text,
  linkState: storedVersions.text.nullable(),
})
export type ActiveProduction = z.infer<typeof ActiveProduction>
export const findProductionActive = read('findProductionActive', {
  params: z.object({ rows: z.array(Production), seq: z.int(), states: z.array(text) }),
  row: ActiveProduction,
})
const RequirementOfPair = z.object({
  id: text,
  styleId: text,
  requirementId: text,
  skuId: text.nullable(),
  units: z.int(),
  doc: storedRequirement.text,
  state: storedVersion.text,
})
export type RequirementOfPair = z.infer<typeof RequirementOfPair>
/**
 * Pairs grouped by material. `id` identifies the pair in the result. A material that more than `few` styles use is
 * handled as one of many.
 */
export const findRequirementsOfPairs = read('findRequirementsOfPairs', {
  params: z.object({
    rows: z.array(z.object({ materialId: text, pairs: z.array(z.object({ id: text, factoryId: text })) })),
    few: z.int(),
    seq: z.int(),
  }),
  row: RequirementOfPair,
})

/** Null if an earlier version wrote the exception. */
const explanation = storedExplanation.text.nullable()

export const findExceptionsOfPairs = read('findExceptionsOfPairs', {
  params: PairList,
  row: z.object({
    exceptionId: text,
    materialKey: text,
    factoryKey: text,
    factoryRef: text,
    doc: storedException.text,
    explanation,
  }),
})
/**
 * `materialRef` and `factoryRef` are references that lead to the pair. A key is empty if the exception has no such
 * endpoint.
 */
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
  /** The codes that the exception shows. */
  materialCode: text.nullable(),
  factoryCode: text.nullable(),
  systems: z.array(text),
  datasetIds: z.array(text),
  /** Sorts exceptions by `firstSeenAt` and ID. */
  seenKey: text,
  doc: storedException.text,
  explanation,
})
export type ExceptionWrite = z.infer<typeof ExceptionWrite>
export const writeExceptions = write('writeExceptions', rowsOf(ExceptionWrite))

/** `open` is the end number of current versions. It selects the version of BOM links in the newest publication. */
export const getInputDocuments = read('getInputDocuments', {
  params: Ids.extend({ open: z.int() }),
  row: z.object({ id: text, doc: anyDocument.text, fromId: text.nullable(), toId: text.nullable() }),
})
