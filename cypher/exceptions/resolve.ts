import { z } from 'zod'
import { ConnectedKind } from '../../schemas/records/connected-events.ts'
import { storedConnectedRecord, storedPosition } from '../../schemas/stored/connected-data.ts'
import { storedEntity, storedEntityState } from '../../schemas/stored/entity.ts'
import { storedSourceRecord } from '../../schemas/stored/source-record.ts'
import { storedVersion } from '../../schemas/stored/version.ts'
import { tenantStatements } from '../query.ts'

const { read, write } = tenantStatements(import.meta.url)

/** Statements that resolve references to materials and factories, and that match source records. */
const text = z.string()
const Nothing = z.object({})
const Ids = z.object({ ids: z.array(text) })
const rowsOf = <R extends z.ZodObject>(row: R) => ({ params: z.object({ rows: z.array(row) }), row: Nothing })

/** `materialKey` and `factoryKey` are null until the position is resolved for the first time. */
export const PositionRow = z.object({
  id: text,
  materialRef: text,
  factoryRef: text,
  materialId: text.nullable(),
  factoryId: text.nullable(),
  materialKey: text.nullable(),
  factoryKey: text.nullable(),
  supplierRef: text.nullable(),
  /** The codes that the position itself contains; null if an earlier version wrote the position. */
  saidMaterial: text.nullable(),
  saidFactory: text.nullable(),
  doc: storedPosition.text,
  state: storedVersion.text,
})
export type PositionRow = z.infer<typeof PositionRow>

export const getPositions = read('getPositions', { params: Ids, row: PositionRow })
export const writePositions = write(
  'writePositions',
  rowsOf(
    PositionRow.omit({ supplierRef: true, saidMaterial: true, saidFactory: true, state: true }).extend({
      was: storedPosition.text,
      materialCode: text,
      factoryCode: text,
    }),
  ),
)

/** A code in a reference. `system` is `*` if the code may be of any system. */
const Code = z.object({ system: text, kind: text, value: text })
export type Code = z.infer<typeof Code>
const Codes = z.object({ codes: z.array(Code) })

export const findOwnersOfCodes = read('findOwnersOfCodes', {
  params: Codes,
  row: Code.extend({ id: text, type: text, label: text, former: z.boolean() }),
})
export const listClaimsOfEntities = read('listClaimsOfEntities', {
  params: Ids,
  row: Code.extend({ entityId: text, former: z.boolean() }),
})
export const findFactoriesOfCodes = read('findFactoriesOfCodes', {
  params: Codes,
  row: Code.extend({ recordId: text }),
})
export const findFacilitiesOfRecords = read('findFacilitiesOfRecords', {
  params: Ids,
  row: z.object({ id: text, code: text, facilities: z.array(text) }),
})

const Name = z.object({ system: text, instance: text, recordId: text })
export const findNamedRecords = read('findNamedRecords', {
  params: z.object({ names: z.array(Name) }),
  row: Name.extend({ id: text }),
})

/** `doc` is null if the entity is not visible. `state` is null for a stub. */
const EntityRow = z.object({
  id: text,
  type: text,
  doc: storedEntity.text.nullable(),
  state: storedEntityState.text.nullable(),
})
export type EntityRow = z.infer<typeof EntityRow>
export const getEntities = read('getEntities', { params: Ids, row: EntityRow })

const RecordRow = z.object({
  id: text,
  kind: text.nullable(),
  live: z.boolean().nullable(),
  connectedId: text.nullable(),
  doc: storedSourceRecord.text.nullable(),
  state: storedVersion.text,
})
export type RecordRow = z.infer<typeof RecordRow>
export const getSourceRecords = read('getSourceRecords', { params: Ids, row: RecordRow })
export const listRecordsOfConnected = read('listRecordsOfConnected', {
  params: Ids,
  row: RecordRow,
})

export const getConnectedLabels = read('getConnectedLabels', {
  params: Ids,
  row: z.object({ id: text, kind: ConnectedKind, label: text, doc: storedConnectedRecord.text }),
})
export const writeConnectedRecords = write(
  'writeConnectedRecords',
  rowsOf(
    z.object({
      id: text,
      kind: text,
      label: text,
      words: text,
      matchState: text,
      systems: z.array(text),
      doc: storedConnectedRecord.text,
    }),
  ),
)
export const deleteConnectedRecords = write('deleteConnectedRecords', {
  params: Ids,
  row: Nothing,
})
export const writeConnections = write('writeConnections', rowsOf(z.object({ id: text, connectedId: text.nullable() })))

const RequirementIds = { styleId: text.nullable(), skuId: text.nullable(), factoryId: text.nullable() }
/** The references of deleted open production are null. */
export const getRequirements = read('getRequirements', {
  params: Ids,
  row: z.object({
    id: text,
    styleRef: text.nullable(),
    skuRef: text.nullable(),
    factoryRef: text.nullable(),
    ...RequirementIds,
  }),
})
export const writeRequirements = write('writeRequirements', rowsOf(z.object({ id: text, ...RequirementIds })))
export const listStylesOfSkus = read('listStylesOfSkus', {
  params: Ids,
  row: z.object({ skuId: text, styleId: text }),
})
