import { z } from 'zod'
import { listPositions, listPositionsOfPair, listPositionsOfSystem } from '../../../cypher/connected.ts'
import type { Freshness, MaterialFactoryPosition } from '../../../schemas/connected.ts'
import { GetMaterialFactoryPositionInput, MaterialFactoryPositionPage } from '../../../schemas/connected-operations.ts'
import type { Context } from '../../context.ts'
import { operation } from '../../operation.ts'
import { pageOf } from '../../page.ts'
import { examplePosition } from './examples.ts'
import { readFreshness } from './read-freshness.ts'
import { resolveRef } from './resolve-ref.ts'
import { afterOf } from './sieve.ts'

const operationId = 'getMaterialFactoryPosition'

interface Wanted {
  materialId: string
  factoryId: string | null
  system: string | null
  after: string
  limit: number
}

/** `GET /v1/material-factory-position`: what each system says about a material at factories. */
export const getMaterialFactoryPosition = operation({
  operationId,
  method: 'GET',
  path: '/v1/material-factory-position',
  scope: 'materials:read',
  tag: 'Connected data',
  summary: 'Read the positions of a material at factories',
  description:
    'Lists what each source system says about a material, one position a factory, system and instance, by position id: ' +
    'stock, orders and requirements in the unit of the source, what follows from them, where it is from and how fresh ' +
    'that is. Positions whose material or factory has no owner, or several, are not listed: exceptions tell of them.',
  input: GetMaterialFactoryPositionInput,
  output: MaterialFactoryPositionPage,
  examples: {
    input: { material: 'MT-01022', factory: 'registry:facility_id:PT2027A1B2C3D', system: 'erp', limit: 1 },
    output: { data: [examplePosition], links: { next: null }, meta: {} },
  },
  async handle({ cursor, limit, ...filters }, context) {
    const list = { operationId, filters, position: z.tuple([z.string()]) }
    const after = afterOf(list, context, cursor)
    const [materialId, factoryId] = await Promise.all([
      resolveRef(context, 'material', filters.material),
      filters.factory === undefined ? null : resolveRef(context, 'factory', filters.factory),
    ])
    const wanted = { materialId, factoryId, system: filters.system ?? null, after, limit: limit + 1 }
    const found = await readPositions(context, wanted)
    const { rows, ...paging } = pageOf(list, context, { rows: found, limit, positionOf: ({ id }) => [id] })
    const freshness = await readFreshness(
      context,
      rows.map(({ datasetId }) => datasetId),
    )
    const documents = rows.map(({ doc, datasetId }) => positionText(doc, freshness.get(datasetId ?? '')))
    return { documents, ...paging, meta: {} }
  },
})

function readPositions(context: Context, { factoryId, system, ...wanted }: Wanted) {
  if (factoryId !== null) return context.read(listPositionsOfPair, { ...wanted, factoryId, system })
  if (system !== null) return context.read(listPositionsOfSystem, { ...wanted, system })
  return context.read(listPositions, wanted)
}

/** The stored document with how fresh it is, which depends on the clock; of no dataset nothing is known. */
function positionText(doc: string, freshness: Freshness | undefined): string {
  return `${doc.slice(0, -1)},"freshness":${JSON.stringify(freshnessOfPosition(freshness))}}`
}

/** What a position shows of its dataset's freshness. */
export function freshnessOfPosition(freshness: Freshness | undefined): MaterialFactoryPosition['freshness'] {
  return { status: freshness?.status ?? 'unknown', lagSeconds: freshness?.lagSeconds ?? null }
}
