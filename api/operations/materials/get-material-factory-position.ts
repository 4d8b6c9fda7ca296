import { z } from 'zod'
import {
  listAllPositions,
  listPositions,
  listPositionsOfFactory,
  listPositionsOfFactoryCode,
  listPositionsOfMaterialCode,
  listPositionsOfPair,
  listPositionsOfSystem,
} from '../../../cypher/materials/read-materials.ts'
import { noticeAmong, noticesField } from '../../../domain/search/notice-among.ts'
import { withFields } from '../../../domain/text/json-text.ts'
import type { ListNotice } from '../../../schemas/common.ts'
import {
  GetMaterialFactoryPositionInput,
  MaterialFactoryPositionPage,
} from '../../../schemas/materials/connected-operations.ts'
import type { Freshness } from '../../../schemas/materials/datasets.ts'
import type { MaterialFactoryPosition } from '../../../schemas/materials/positions.ts'
import { storedPosition } from '../../../schemas/stored/connected-data.ts'
import type { Reader } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { pageOf } from '../../core/page.ts'
import { examplePosition } from './examples.ts'
import { afterOf } from './reads/filtered-page.ts'
import { readFreshness } from './reads/read-freshness.ts'
import { type Endpoint, resolveEndpoint } from './reads/resolve-ref.ts'

const operationId = 'getMaterialFactoryPosition'

interface Wanted {
  /** Null matches every material, factory, or system. */
  material: Endpoint | null
  factory: Endpoint | null
  system: string | null
  after: string
  limit: number
}

/** `GET /v1/material-factory-position`: the stock positions of each system for a material at factories. */
export const getMaterialFactoryPosition = operation({
  operationId,
  method: 'GET',
  path: '/v1/material-factory-position',
  scope: 'materials:read',
  tag: 'Connected data',
  summary: 'List positions of materials at factories',
  description:
    'Lists stock, orders, and requirements as each source system states them: one position for each material, ' +
    'factory, system, and instance, sorted by position ID. Quantities are in the unit of the source. Derived ' +
    'quantities, the source record, and the freshness are included. Provide `material`, `factory`, or both. An ' +
    'unassigned code finds the positions that contain it; their `id` is null there.',
  problems: ['record_not_found', 'ambiguous_reference'],
  input: GetMaterialFactoryPositionInput,
  output: MaterialFactoryPositionPage,
  examples: {
    input: { material: 'MT-00085', factory: 'FA-004', system: 'erp', limit: 1 },
    output: { data: [examplePosition], links: { next: null }, meta: {} },
  },
  async handle({ cursor, limit, ...filters }, context) {
    requireEither(filters)
    const list = { operationId, filters, position: z.tuple([z.string()]) }
    const after = afterOf(list, context, cursor)
    const [material, factory] = await Promise.all([
      filters.material === undefined ? null : resolveEndpoint(context, 'material', filters.material),
      filters.factory === undefined ? null : resolveEndpoint(context, 'factory', filters.factory),
    ])
    const wanted = { material, factory, system: filters.system ?? null, after, limit: limit + 1 }
    const found = await readPositions(context, wanted)
    const { rows, ...paging } = pageOf(list, context, { rows: found, limit, positionOf: ({ id }) => [id] })
    const freshness = await readFreshness(
      context,
      rows.map(({ datasetId }) => datasetId),
    )
    const documents = rows.map(({ doc, datasetId }) => positionText(doc, freshness.get(datasetId ?? '')))
    const isMissed = found.length === 0 && cursor === undefined
    return { documents, ...paging, meta: isMissed ? noticesField(await missingSystem(context, wanted)) : {} }
  },
})

const MANY = 1000

/**
 * A notice if none of the material's or factory's positions is from the filtered system. There is no notice if there
 * are too many positions to read.
 */
async function missingSystem(context: Reader, { system, ...wanted }: Wanted): Promise<ListNotice[]> {
  if (system === null) return []
  const others = await readPositions(context, { ...wanted, system: null, after: '', limit: MANY })
  if (others.length >= MANY) return []
  const systems = others.map(({ doc }) => storedPosition.read(doc).system)
  return noticeAmong('system', system, systems, 'No position that matches the other filters is of this system.')
}

/** @throws ApiError invalid_request naming both parameters if neither is given */
function requireEither({ material, factory }: { material?: string | undefined; factory?: string | undefined }): void {
  if (material !== undefined || factory !== undefined) return
  const errors = ['material', 'factory'].map((name) => ({
    in: 'query' as const,
    name,
    detail: 'is required unless the other one is given',
  }))
  throw new ApiError('invalid_request', { detail: 'Provide material, factory, or both.', errors })
}

/**
 * One page of positions by ID, from the index of the most selective filter. A filter by factory alone includes
 * positions of unknown materials, and one by material alone includes those at unknown factories. Without both filters,
 * only positions of known materials at known factories are returned.
 */
export function readPositions(context: Reader, { material, factory, system, ...page }: Wanted) {
  const [materialId, factoryId] = [material?.id ?? null, factory?.id ?? null]
  const [materialCode, factoryCode] = [material?.code ?? null, factory?.code ?? null]
  if (materialCode !== null)
    return context.read(listPositionsOfMaterialCode, { ...page, materialCode, factoryId, factoryCode, system })
  if (factoryCode !== null)
    return context.read(listPositionsOfFactoryCode, { ...page, factoryCode, materialId, system })
  if (materialId === null && factoryId === null) return context.read(listAllPositions, { ...page, system })
  if (materialId === null) return context.read(listPositionsOfFactory, { ...page, factoryId, system })
  if (factoryId !== null) return context.read(listPositionsOfPair, { ...page, materialId, factoryId, system })
  if (system !== null) return context.read(listPositionsOfSystem, { ...page, materialId, system })
  return context.read(listPositions, { ...page, materialId })
}

/** Adds the freshness of its dataset to a stored position, because it depends on the clock. */
export function positionText(doc: string, freshness: Freshness | undefined): string {
  return withFields(doc, { freshness: freshnessOfPosition(freshness) })
}

/** The freshness of a dataset as a position shows it. Without a dataset it is unknown. */
export function freshnessOfPosition(freshness: Freshness | undefined): MaterialFactoryPosition['freshness'] {
  return { status: freshness?.status ?? 'unknown', lagSeconds: freshness?.lagSeconds ?? null }
}
