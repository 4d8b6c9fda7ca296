import { z } from 'zod'
import { BomValue } from '../../schemas/bom/bom-values.ts'
import { storedLine, storedStyle } from '../../schemas/stored/bom.ts'
import { storedSnapshot } from '../../schemas/stored/publication.ts'
import { tenantStatements } from '../query.ts'

const { read } = tenantStatements(import.meta.url)

/** A snapshot by its publication number. */
const Snapshot = z.object({ seq: z.int(), doc: storedSnapshot.text })

export const listSnapshots = read('listSnapshots', {
  params: z.object({ before: z.int(), limit: z.int() }),
  row: Snapshot,
})

export const findSnapshotByTime = read('findSnapshotByTime', {
  params: z.object({ until: z.string() }),
  row: Snapshot,
})

export const findFirstSnapshot = read('findFirstSnapshot', { params: z.object({}), row: Snapshot })

/** `purgedAt` is set after the rows of a retired snapshot were deleted. */
export const getPublication = read('getPublication', {
  params: z.object({ snapshotId: z.string() }),
  row: z
    .object({
      status: z.string(),
      seq: z.int().nullable(),
      doc: storedSnapshot.text.nullable(),
      retiredAt: z.string().nullable(),
      purgedAt: z.string().nullable(),
    })
    .refine(({ status, seq, doc, retiredAt, purgedAt }) => {
      const isPublished = status === 'completed' || status === 'retired'
      return (
        (seq !== null) === isPublished &&
        (retiredAt !== null) === (status === 'retired') &&
        (doc !== null) === (isPublished && purgedAt === null)
      )
    }, 'is only partly written'),
})

/**
 * Begins with the styles that have the number of `styleId`. Without it, begins with the first number from `start` on.
 */
export const listStylesWithLines = read('listStylesWithLines', {
  params: z.object({ seq: z.int(), styleId: z.string().nullable(), start: z.string(), limit: z.int() }),
  row: z.object({ style: storedStyle.text, lines: z.array(storedLine.text), shares: z.boolean() }),
})

/** Text values are escaped as in BomValue. */
export const listValueIds = read('listValueIds', {
  params: z.object({ kind: BomValue.shape.kind, values: z.array(z.string()) }),
  row: z.object({ id: z.string() }),
})

/** Unsorted, because Cypher sorts by UTF-16 units without an index, while rows are sorted by bytes. */
export const NumberedStyle = z.object({ styleNumber: z.string(), styleId: z.string() })
export type NumberedStyle = z.infer<typeof NumberedStyle>

export const listNumberedStyles = read('listNumberedStyles', {
  params: z.object({ seq: z.int(), styleIds: z.array(z.string()) }),
  row: NumberedStyle,
})

export const listStylesOfMaterials = read('listStylesOfMaterials', {
  params: z.object({ seq: z.int(), materialIds: z.array(z.string()) }),
  row: NumberedStyle,
})

/** Returns rows unsorted. */
export const readStylesWithLines = read('readStylesWithLines', {
  params: z.object({ seq: z.int(), styleIds: z.array(z.string()), materialIds: z.array(z.string()).nullable() }),
  row: z.object({ style: storedStyle.text, lines: z.array(storedLine.text) }),
})

const styles = { from: z.int(), to: z.int(), start: z.string(), limit: z.int() }
const StyleId = z.object({ styleId: z.string() })

export const listChangedStyles = read('listChangedStyles', { params: z.object(styles), row: StyleId })

export const listStylesOfEither = read('listStylesOfEither', { params: z.object(styles), row: StyleId })

export const listStylesOfNumber = read('listStylesOfNumber', {
  params: z.object({ ...styles, style: z.string() }),
  row: StyleId,
})

export const listStylesOfSku = read('listStylesOfSku', {
  params: z.object({ sku: z.string(), start: z.string(), limit: z.int() }),
  row: StyleId,
})

export const listStylesOfSkuId = read('listStylesOfSkuId', {
  params: z.object({ skuId: z.string(), start: z.string(), limit: z.int() }),
  row: StyleId,
})

export const listStylesHavingMaterials = read('listStylesHavingMaterials', {
  params: z.object({ ...styles, materialIds: z.array(z.string()) }),
  row: StyleId,
})

/** `texts` are parts of documents, for example `"mpn":"HV-2204"`. */
export const findLineWith = read('findLineWith', {
  params: z.object({ from: z.int(), to: z.int(), materialIds: z.array(z.string()), texts: z.array(z.string()) }),
  row: StyleId,
})

export const StyleVersions = z.object({
  before: storedStyle.text.nullable(),
  after: storedStyle.text.nullable(),
  linesBefore: z.array(storedLine.text),
  linesAfter: z.array(storedLine.text),
  commonLines: z.array(storedLine.text),
})
export type StyleVersions = z.infer<typeof StyleVersions>

export const listStyleVersions = read('listStyleVersions', {
  params: z.object({ from: z.int(), to: z.int(), styleIds: z.array(z.string()), isUnchangedWanted: z.boolean() }),
  row: StyleVersions,
})
