import { type ShownRequirements, shownRequirements } from '../../../domain/requirements/shown-requirements.ts'
import {
  CalculateMaterialRequirementsInput,
  MaterialRequirementsResponse,
  type RequirementNotice,
} from '../../../schemas/bom/material-requirements.ts'
import type { Scope } from '../../../schemas/scopes.ts'
import type { Context } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { readFreshness } from '../materials/reads/read-freshness.ts'
import { resolveEndpoint } from '../materials/reads/resolve-ref.ts'
import { exampleRequirements } from './examples.ts'
import { requireOneSnapshot, selectSnapshot } from './reads/select-snapshot.ts'
import { readOffers } from './requirements/read-offers.ts'
import { readOrder } from './requirements/read-order.ts'
import { readStock } from './requirements/read-stock.ts'

type Input = ReturnType<typeof CalculateMaterialRequirementsInput.parse>

/**
 * `POST /v1/bom/material-requirements`: the materials that an order needs, what they cost, and what is missing from
 * stock. It only reads, although it is a POST.
 */
export const calculateMaterialRequirements = operation({
  operationId: 'calculateMaterialRequirements',
  method: 'POST',
  path: '/v1/bom/material-requirements',
  scope: 'bom:read',
  tag: 'BOM history',
  summary: 'Calculate material requirements',
  description:
    'Calculates what garments need of each material, by the yields of one BOM snapshot: the gross quantity, the ' +
    'cost at today’s prices, and what is missing after stock and open orders. One piece of one SKU gives the ' +
    'material cost of a garment. The operation changes nothing. Prices require the scope `graph:read`, and stock ' +
    'requires `materials:read`; without the scope they are left out, and `meta.notices` says so. At each factory, ' +
    'stock comes from `wms`, then `factory_portal`, and orders from `erp`; without these, from the newest position.',
  problems: [
    'snapshot_not_found',
    'snapshot_retired',
    'snapshot_not_completed',
    'record_not_found',
    'ambiguous_reference',
  ],
  input: CalculateMaterialRequirementsInput,
  output: MaterialRequirementsResponse,
  examples: {
    input: {
      items: [{ style: 'QM27-0147', colorway: 'WHT', size: 'M', pieces: 300 }],
      snapshotId: exampleRequirements.snapshot.snapshotId,
      priceBasis: 'nominated',
      stock: 'all',
    },
    output: { data: exampleRequirements, meta: { notices: [] } },
  },
  async handle(given, context) {
    requireOneSnapshot(given, 'body')
    const { seq, snapshotId, completedAt } = await selectSnapshot(context, given)
    const { gross, pieces, notFound } = await readOrder(context, seq, given.items)
    const materialIds = [...new Set(gross.map(({ materialId }) => materialId))]
    const isAsked = { prices: given.priceBasis !== 'none', stock: given.stock !== 'none' }
    const [offers, positions] = await Promise.all([
      isAsked.prices && context.scopes.has('graph:read') ? readOffers(context, materialIds) : null,
      isAsked.stock && context.scopes.has('materials:read') ? stockOf(context, materialIds, given.stock) : null,
    ])
    const facts = { items: given.items, pieces, offers, priceBasis: given.priceBasis, positions }
    const { severalCurrencies, unconvertedPositions, stockDatasets, ...shown } = shownRequirements(gross, facts)
    const notices = [
      ...(isAsked.prices && offers === null ? [leftOut('graph:read', 'Prices are')] : []),
      ...(isAsked.stock && positions === null ? [leftOut('materials:read', 'Stock is')] : []),
      ...inexact(shown),
      ...severalOf(severalCurrencies),
      ...unconvertedOf(unconvertedPositions),
      ...(await staleOf(context, stockDatasets)),
    ]
    return { data: { snapshot: { snapshotId, completedAt }, pieces, ...shown, notFound }, meta: { notices } }
  },
})

async function stockOf(context: Context, materialIds: string[], stock: Input['stock']) {
  const factory = typeof stock === 'object' ? await resolveEndpoint(context, 'factory', stock.factory) : null
  return readStock(context, materialIds, factory)
}

function leftOut(scope: Scope, what: string): RequirementNotice {
  return { code: 'left_out', scope, detail: `${what} left out, because the token lacks the scope ${scope}.` }
}

function inexact({ materials }: Pick<ShownRequirements, 'materials'>): RequirementNotice[] {
  const count = materials.filter(({ gross, cost }) => gross === null || cost?.amount === null).length
  if (count === 0) return []
  const detail = `${materialsText(count)} no exact decimal for gross or cost. Use mean, which is rounded, times pieces.`
  return [{ code: 'no_exact_amount', scope: null, detail }]
}

function severalOf(count: number): RequirementNotice[] {
  if (count === 0) return []
  const detail =
    `${materialsText(count)} prices in several currencies, which are not compared. The currency of a nominated supplier ` +
    'counts, otherwise the first by code.'
  return [{ code: 'several_currencies', scope: null, detail }]
}

function unconvertedOf(count: number): RequirementNotice[] {
  if (count === 0) return []
  const noun = count === 1 ? '1 position is' : `${count} positions are`
  const detail = `${noun} left out of the stock, because the unit does not convert to that of the material.`
  return [{ code: 'unconverted_stock', scope: null, detail }]
}

async function staleOf(context: Context, datasetIds: ReadonlySet<string | null>): Promise<RequirementNotice[]> {
  const freshness = await readFreshness(context, datasetIds)
  const names = [...freshness.values()]
    .filter(({ status }) => status !== 'fresh')
    .map(({ datasetId, status }) => `${datasetId} (${status})`)
  if (datasetIds.has(null)) names.push('positions without a dataset (unknown)')
  if (names.length === 0) return []
  const detail = `Stock may be outdated, because these data are not fresh: ${names.sort().join(', ')}.`
  return [{ code: 'stale_stock', scope: null, detail }]
}

const materialsText = (count: number) => (count === 1 ? '1 material has' : `${count} materials have`)
