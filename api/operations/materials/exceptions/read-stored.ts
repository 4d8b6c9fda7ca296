import * as statements from '../../../../cypher/materials/read-materials.ts'
import { storedAs } from '../../../../domain/exceptions/lowered-severity.ts'
import { computedCodes } from '../../../../schemas/materials/exceptions.ts'
import type { Reader } from '../../../core/context.ts'
import type { IndexRead } from '../reads/filtered-page.ts'
import { materialsOf, type PlacedFilters } from './place-filters.ts'

/** The number of rows that are read for a page if a filter applies to the served severity, which no index has. */
const LOOKED_AT = 1000
/** Sorts after every time, so it is the start of a descending order by time. */
const NEWEST = '~'

/** The order of a list: by ID, or by `firstSeenAt` with the newest first. */
export type Sequence = 'id' | 'firstSeenAt'
export type StoredRow = statements.ExceptionRow & { seenKey?: string }

interface PageRange {
  /** The position of the last row of the previous page; empty at the start. */
  after: string
  limit: number
}

/** The stored exceptions after a position, by the index of the most selective filter. */
export async function readStored(
  reader: Reader,
  filters: PlacedFilters,
  sequence: Sequence,
  { after, limit: pageLimit }: PageRange,
): Promise<IndexRead<StoredRow>[]> {
  const { code, severity } = filters
  if (code !== undefined && computedCodes.includes(code)) return []
  const limit = severity === undefined ? pageLimit + 1 : Math.max(LOOKED_AT, pageLimit + 1)
  const range = { after, limit }
  if (sequence === 'firstSeenAt') return [{ rows: await readSeen(reader, filters, range), limit }]
  const ofEndpoint = await readOfEndpoints(reader, filters, range)
  if (ofEndpoint) return [{ rows: ofEndpoint, limit }]
  const wanted = { ...lookedUp(filters), ...range }
  if (code !== undefined)
    return [{ rows: await reader.read(statements.listExceptionsOfCode, { ...wanted, code }), limit }]
  if (severity === undefined) return [{ rows: await reader.read(statements.listExceptions, wanted), limit }]
  // The stored severity may be higher than the served one, so several stored severities are read.
  return Promise.all(
    storedAs(severity).map(async (stored) => ({
      rows: await reader.read(statements.listExceptionsOfSeverity, { ...wanted, severity: stored }),
      limit,
    })),
  )
}

/** The exceptions of materials, of a factory, or of both, by ID; null if the filters have neither. */
async function readOfEndpoints(reader: Reader, filters: PlacedFilters, range: PageRange): Promise<StoredRow[] | null> {
  const { code = null, material, factory } = filters
  const wanted = { ...lookedUp(filters), ...range, code }
  const atFactory = { ...wanted, ...factoryOf(filters) }
  if (filters.materialIds !== null) {
    const params = { ...atFactory, severities: severitiesOf(filters), materialIds: materialsOf(filters) ?? [] }
    return reader.read(statements.listExceptionsOfMaterials, params)
  }
  if (material?.id != null)
    return reader.read(statements.listExceptionsOfMaterial, { ...atFactory, materialId: material.id })
  if (material?.code != null)
    return reader.read(statements.listExceptionsOfMaterialCode, { ...atFactory, materialCode: material.code })
  if (factory?.id != null) return reader.read(statements.listExceptionsOfFactory, { ...wanted, factoryId: factory.id })
  if (factory?.code == null) return null
  return reader.read(statements.listExceptionsOfFactoryCode, { ...wanted, factoryCode: factory.code })
}

function readSeen(reader: Reader, filters: PlacedFilters, { after, limit }: PageRange): Promise<StoredRow[]> {
  const { code = null, material } = filters
  const page = { after: after === '' ? NEWEST : after, limit, code, severities: severitiesOf(filters) }
  const wanted = { ...lookedUp(filters), ...factoryOf(filters), ...page }
  const materialIds = materialsOf(filters)
  return materialIds === null
    ? reader.read(statements.listExceptionsSeen, { ...wanted, materialCode: material?.code ?? null })
    : reader.read(statements.listExceptionsOfMaterialsSeen, { ...wanted, materialIds })
}

const lookedUp = ({ status, system, since, datasetIds }: PlacedFilters) => ({ status, system, since, datasetIds })

const factoryOf = ({ factory }: PlacedFilters) => ({
  factoryId: factory?.id ?? null,
  factoryCode: factory?.code ?? null,
})

const severitiesOf = ({ severity }: PlacedFilters) => (severity === undefined ? null : storedAs(severity))
