import type { z } from 'zod'
import {
  type ExceptionRow,
  listExceptions,
  listExceptionsOfCode,
  listExceptionsOfFactory,
  listExceptionsOfFactoryCode,
  listExceptionsOfMaterial,
  listExceptionsOfMaterialCode,
  listExceptionsOfSeverity,
} from '../../../../cypher/materials/read-materials.ts'
import { storedAs } from '../../../../domain/exceptions/lowered-severity.ts'
import type { ListMaterialPositionExceptionsInput } from '../../../../schemas/materials/connected-operations.ts'
import { computedCodes, type ExceptionCode } from '../../../../schemas/materials/exceptions.ts'
import type { ClockedReader, Reader } from '../../../core/context.ts'
import { type IndexRead, merged, type Range } from '../reads/filtered-page.ts'
import { readFreshness } from '../reads/read-freshness.ts'
import type { Endpoint } from '../reads/resolve-ref.ts'
import { computedExceptions, readInputDatasets } from './computed-exceptions.ts'
import { type ServedException, servedException } from './served-exception.ts'

/** So many are looked at for a page where a filter holds for what is served only. */
const LOOKED_AT = 1000

export type ExceptionFilters = Omit<z.output<typeof ListMaterialPositionExceptionsInput>, 'cursor' | 'limit'>

/** The filters with what they stand for; null for all materials, or all factories. */
export type PlacedFilters = Omit<ExceptionFilters, 'material' | 'factory'> & {
  material: Endpoint | null
  factory: Endpoint | null
}

/** The exceptions after an id as they are returned now, before a filter by code or severity has left some out. */
export async function readExceptions(
  reader: ClockedReader,
  filters: PlacedFilters,
  after: string,
  limit: number,
): Promise<Range<ServedException>> {
  const [reads, inputs] = await Promise.all([
    readStored(reader, filters, after, limit),
    isComputed(filters) ? readInputDatasets(reader) : [],
  ])
  const named = reads.flatMap(({ rows }) => rows.flatMap(({ datasetIds }) => datasetIds))
  const freshness = await readFreshness(reader, [...named, ...inputs])
  const ofInputs = inputs.flatMap((id) => freshness.get(id) ?? [])
  const computed = (await computedExceptions(reader, reader.organization, ofInputs)).filter(
    (one) => one.exceptionId > after,
  )
  const served: IndexRead<ServedException>[] = reads.map(({ rows, limit: most }) => ({
    rows: rows.map((row) => servedException(row, freshness)),
    limit: most,
  }))
  return merged([...served, { rows: computed, limit: Number.POSITIVE_INFINITY }], (one) => one.exceptionId)
}

/** Whether filters keep an exception as it is returned. */
export function keptBy(filters: Pick<ExceptionFilters, 'code' | 'severity'>): (one: ServedException) => boolean {
  return ({ code, severity }) => severity === (filters.severity ?? severity) && code === (filters.code ?? code)
}

/** What follows from the clock has neither a material nor a factory, and is open while it is seen. */
export function isComputed({ code, status, material, factory }: PlacedFilters): boolean {
  const isAsked = code === undefined || computedCodes.includes(code)
  return isAsked && status === 'open' && material === null && factory === null
}

/** The stored exceptions after an id, from the index that the filters name best; a severity may be stored as another. */
async function readStored(
  context: ClockedReader,
  { code, severity, status, material, factory }: PlacedFilters,
  after: string,
  pageLimit: number,
): Promise<IndexRead<ExceptionRow>[]> {
  if (code !== undefined && computedCodes.includes(code)) return []
  const limit = severity === undefined ? pageLimit + 1 : Math.max(LOOKED_AT, pageLimit + 1)
  const one = async (rows: Promise<ExceptionRow[]>): Promise<IndexRead<ExceptionRow>> => ({
    rows: await rows,
    limit,
  })
  const wanted = { status, after, limit }
  const ofEndpoint = ofEndpoints(context, { ...wanted, code: code ?? null }, material, factory)
  if (ofEndpoint) return [await one(ofEndpoint)]
  if (code !== undefined) return [await one(context.read(listExceptionsOfCode, { ...wanted, code }))]
  if (severity === undefined) return [await one(context.read(listExceptions, wanted))]
  return Promise.all(
    storedAs(severity).map((stored) => one(context.read(listExceptionsOfSeverity, { ...wanted, severity: stored }))),
  )
}

/** The exceptions of a material, a factory, or both; null where neither is given. */
function ofEndpoints(
  context: Reader,
  wanted: { status: 'open' | 'resolved'; after: string; limit: number; code: ExceptionCode | null },
  material: Endpoint | null,
  factory: Endpoint | null,
): Promise<ExceptionRow[]> | null {
  const [factoryId, factoryCode] = [factory?.id ?? null, factory?.code ?? null]
  const { id: materialId, code: materialCode } = material ?? { id: null, code: null }
  const atFactory = { ...wanted, factoryId, factoryCode }
  if (materialId !== null) return context.read(listExceptionsOfMaterial, { ...atFactory, materialId })
  if (materialCode !== null) return context.read(listExceptionsOfMaterialCode, { ...atFactory, materialCode })
  if (factoryId !== null) return context.read(listExceptionsOfFactory, { ...wanted, factoryId })
  return factoryCode === null ? null : context.read(listExceptionsOfFactoryCode, { ...wanted, factoryCode })
}
