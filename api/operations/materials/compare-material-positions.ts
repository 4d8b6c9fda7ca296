import type { z } from 'zod'
import { listPositionsOfPairs } from '../../../cypher/materials/read-materials.ts'
import { toleranceOf } from '../../../domain/quantities/tolerance.ts'
import {
  CompareMaterialPositionsInput,
  PositionComparisonResponse,
} from '../../../schemas/materials/connected-operations.ts'
import type { MaterialFactoryPosition, PositionComparison } from '../../../schemas/materials/positions.ts'
import { storedPosition } from '../../../schemas/stored/connected-data.ts'
import type { Context } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { comparePositions } from './compare-positions.ts'
import { exampleComparison } from './examples.ts'
import { freshnessOfPosition } from './get-material-factory-position.ts'
import { knownEndpoints } from './reads/known-endpoints.ts'
import { readFreshness } from './reads/read-freshness.ts'
import { findCandidates, onlyOne } from './reads/resolve-ref.ts'

type Input = z.output<typeof CompareMaterialPositionsInput>

/** A pair as the caller named it, and the material and factory that it was resolved to. */
interface Pair {
  asked: Input['pairs'][number]
  materialId: string
  factoryId: string
}

/**
 * `POST /v1/material-position-comparisons`: differences between systems about materials at factories. It only reads,
 * although it is a POST.
 */
export const compareMaterialPositions = operation({
  operationId: 'compareMaterialPositions',
  method: 'POST',
  path: '/v1/material-position-comparisons',
  scope: 'materials:read',
  tag: 'Connected data',
  summary: 'Compare positions between systems',
  description:
    'Compares the newest positions of 2 to 4 systems for each pair of a material and a factory. Quantities are ' +
    'converted to base units and compared exactly. The operation changes nothing. For each measure, the baseline ' +
    'is the source of truth if it is among the systems: `wms`, then `factory_portal` for stock, and `erp` for ' +
    'orders and requirements. Otherwise, the baseline is the first system. Quantities agree if they differ by at ' +
    'most the larger of the absolute and the relative tolerance.',
  problems: ['record_not_found', 'ambiguous_reference'],
  input: CompareMaterialPositionsInput,
  output: PositionComparisonResponse,
  examples: {
    input: {
      pairs: [{ material: 'MT-00085', factory: 'FA-004' }],
      systems: ['erp', 'wms'],
      measures: ['onHand'],
      tolerance: { percent: '1', absolute: { MTR: '1' } },
    },
    output: { data: [exampleComparison], meta: {} },
  },
  async handle(input, context) {
    const pairs = await resolvePairs(context, input.pairs)
    const positions = await readPositions(context, pairs, input.systems)
    const silent = pairs.filter((pair) => !positions.has(keyOf(pair)))
    const [materials, factories] = await Promise.all([
      knownEndpoints(
        context,
        'material',
        silent.map(({ materialId }) => materialId),
      ),
      knownEndpoints(
        context,
        'factory',
        silent.map(({ factoryId }) => factoryId),
      ),
    ])
    const { systems, measures } = input
    const tolerance = toleranceOf(input.tolerance)
    return {
      data: pairs.map(({ asked, ...ids }): PositionComparison => {
        const own = newestOfEach(positions.get(keyOf(ids)) ?? [], systems)
        const [first] = own
        return {
          material: first?.material ??
            materials.get(ids.materialId) ?? { id: ids.materialId, code: asked.material, label: null },
          factory: first?.factory ??
            factories.get(ids.factoryId) ?? { id: ids.factoryId, code: asked.factory, label: null },
          positions: own,
          ...comparePositions({ positions: own, systems, measures, tolerance }),
        }
      }),
      meta: {},
    }
  },
})

async function resolvePairs(context: Context, asked: Input['pairs']): Promise<Pair[]> {
  const [materials, factories] = await Promise.all([
    findCandidates(
      context,
      'material',
      asked.map(({ material }) => material),
    ),
    findCandidates(
      context,
      'factory',
      asked.map(({ factory }) => factory),
    ),
  ])
  return asked.map((pair, at) => ({
    asked: pair,
    materialId: onlyOne(materials, 'material', pair.material, `pairs.${at}.material`),
    factoryId: onlyOne(factories, 'factory', pair.factory, `pairs.${at}.factory`),
  }))
}

const keyOf = ({ materialId, factoryId }: Pick<Pair, 'materialId' | 'factoryId'>) => `${materialId} ${factoryId}`

async function readPositions(
  context: Context,
  pairs: readonly Pair[],
  systems: string[],
): Promise<Map<string, MaterialFactoryPosition[]>> {
  const distinct = new Map(pairs.map(({ asked: _asked, ...ids }) => [keyOf(ids), ids]))
  const rows = await context.read(listPositionsOfPairs, { pairs: [...distinct.values()], systems })
  const freshness = await readFreshness(
    context,
    rows.map(({ datasetId }) => datasetId),
  )
  const grouped = Map.groupBy(rows, keyOf)
  return new Map(
    [...grouped].map(([key, found]) => [
      key,
      found.map(({ doc, datasetId }): MaterialFactoryPosition => {
        const fresh = freshnessOfPosition(freshness.get(datasetId ?? ''))
        return { ...storedPosition.read(doc), freshness: fresh }
      }),
    ]),
  )
}

/**
 * Selects one position per system. If a system has several instances, the newest position is used; positions of the
 * same age are ordered by ID.
 */
function newestOfEach(positions: readonly MaterialFactoryPosition[], systems: readonly string[]) {
  return systems.flatMap((system) => {
    const own = positions.filter((position) => position.system === system)
    return own
      .sort((a, b) => (a.asOf === b.asOf ? compareText(a.positionId, b.positionId) : compareText(b.asOf, a.asOf)))
      .slice(0, 1)
  })
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
