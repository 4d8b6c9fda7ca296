import type { z } from 'zod'
import { getEntity } from '../../../../cypher/graph/read-graph.ts'
import { findNominatedMaterials, findReferencesByCode } from '../../../../cypher/materials/read-materials.ts'
import type { ListMaterialPositionExceptionsInput } from '../../../../schemas/materials/connected-operations.ts'
import { storedEntity } from '../../../../schemas/stored/entity.ts'
import type { Reader } from '../../../core/context.ts'
import { ApiError } from '../../../core/errors.ts'
import { withCodes } from '../../graph/search/coded-filters.ts'
import { readDatasetIds } from '../reads/read-dataset-ids.ts'
import { readStewards } from '../reads/read-stewards.ts'
import { type Endpoint, resolveEndpoint } from '../reads/resolve-ref.ts'

export type ExceptionFilters = Omit<z.output<typeof ListMaterialPositionExceptionsInput>, 'cursor' | 'limit' | 'order'>

/** The filters with their references resolved; null matches all. */
export interface PlacedFilters extends Pick<ExceptionFilters, 'code' | 'severity' | 'status'> {
  material: Endpoint | null
  factory: Endpoint | null
  /** IDs of the materials that the filtered supplier is nominated for. */
  materialIds: string[] | null
  /** IDs of the datasets of the filtered steward. */
  datasetIds: string[] | null
  system: string | null
  since: string | null
}

/** Resolves the references in filters as of now. @throws ApiError record_not_found, ambiguous_reference */
export async function placeFilters(
  reader: Reader,
  { material, factory, ...rest }: ExceptionFilters,
): Promise<PlacedFilters> {
  const [placedMaterial, placedFactory] = await Promise.all([
    material === undefined ? null : resolveEndpoint(reader, 'material', material),
    factory === undefined ? null : resolveEndpoint(reader, 'factory', factory),
  ])
  return { ...(await placeOthers(reader, rest)), material: placedMaterial, factory: placedFactory }
}

/** Resolves all filters except `material` and `factory`. @throws ApiError ambiguous_reference */
export async function placeOthers(
  reader: Reader,
  { supplier, steward, system, since, ...rest }: Omit<ExceptionFilters, 'material' | 'factory'>,
): Promise<PlacedFilters> {
  const [materialIds, datasetIds] = await Promise.all([
    supplier === undefined ? null : materialsNominating(reader, await findSupplier(reader, supplier)),
    steward === undefined ? null : datasetsOf(reader, steward),
  ])
  return {
    ...rest,
    material: null,
    factory: null,
    materialIds,
    datasetIds,
    system: system ?? null,
    since: since ?? null,
  }
}

/** The IDs of the materials by which a list is read; null if it is read by another filter. */
export function materialsOf({ material, materialIds }: PlacedFilters): string[] | null {
  if (materialIds === null) return material?.id == null ? null : [material.id]
  if (material === null) return materialIds
  return materialIds.filter((id) => id === material.id)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MOST_CANDIDATES = 10

/**
 * The ID of the supplier with an ID, a code, or a displayed label; null if there is none.
 * @throws ApiError ambiguous_reference
 */
export async function findSupplier(reader: Reader, ref: string): Promise<string | null> {
  const entityId = ref.toLowerCase()
  const [entity] = UUID.test(ref) ? await reader.read(getEntity, { entityId }) : []
  if (entity && storedEntity.read(entity.doc).type === 'supplier') return entityId
  const { supplier: code = ref } = await withCodes(reader, { supplier: ref })
  const limit = MOST_CANDIDATES + 1
  const found = await reader.read(findReferencesByCode, { kind: 'supplier', codes: [code], limit })
  const [first = null, ...others] = [...new Set(found.map(({ id }) => id))].sort()
  if (others.length === 0) return first
  const named = [first, ...others].slice(0, MOST_CANDIDATES).join(', ')
  throw new ApiError('ambiguous_reference', { detail: `Several suppliers share this code: ${named}.` })
}

async function materialsNominating(reader: Reader, supplierId: string | null): Promise<string[]> {
  const rows = supplierId === null ? [] : await reader.read(findNominatedMaterials, { supplierId })
  return [...new Set(rows.map(({ materialId }) => materialId))].sort()
}

async function datasetsOf(reader: Reader, steward: string): Promise<string[]> {
  const stewards = await readStewards(reader, await readDatasetIds(reader))
  return [...stewards].flatMap(([datasetId, own]) => (own === steward ? [datasetId] : []))
}
