import { ChangeCauses } from '../../../domain/bom/changes/change-causes.ts'
import { ChangeCounts } from '../../../domain/bom/changes/change-counts.ts'
import type { RowChange } from '../../../domain/bom/changes/changes-of-style.ts'
import { CostEffects } from '../../../domain/bom/changes/cost-effects.ts'
import { compareSizes, LargestChanges, largestOf } from '../../../domain/bom/changes/largest-changes.ts'
import {
  type BomYieldChangeSummary,
  BomYieldChangeSummaryResponse,
  type LargestChange,
  SummarizeBomYieldChangesInput,
  type SummaryNotice,
} from '../../../schemas/bom/yield-change-summary.ts'
import type { BomYieldChange } from '../../../schemas/bom/yields.ts'
import type { Context } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { withCodes } from '../graph/search/coded-filters.ts'
import { changeText } from './comparison/change-text.ts'
import { noticesOf } from './comparison/notices.ts'
import { everyChangeTogether } from './comparison/read-changes.ts'
import { type Comparison, filtersOf, selectCompared } from './comparison/select-compared.ts'
import { exampleChangeSummary, exampleSnapshots } from './examples.ts'
import { whileReadable } from './reads/pinned-snapshot.ts'
import { createRowTexts } from './reads/row-text.ts'
import type { SelectedSnapshot } from './reads/select-snapshot.ts'
import { openPrices, type Prices } from './requirements/open-prices.ts'

const [newer, older] = exampleSnapshots

/**
 * `GET /v1/bom/yield-changes/summary`: counts of the changes between two snapshots, and the styles, materials, and
 * suppliers with most changes.
 */
export const summarizeBomYieldChanges = operation({
  operationId: 'summarizeBomYieldChanges',
  method: 'GET',
  path: '/v1/bom/yield-changes/summary',
  scope: 'bom:read',
  tag: 'BOM history',
  summary: 'Summarize the changes between two BOM snapshots',
  description:
    'Counts the rows that `listBomYieldChanges` returns for the same snapshots and filters: by type of change, ' +
    'and by style, material, and supplier. A row counts for each style, material, and supplier that it names on ' +
    'either side. Returns the `top` styles, materials, and suppliers with the most rows, and the `top` rows with ' +
    'the largest change of gross yield in percent. `groupBy=cause` says why: one entry for each line, material, or set ' +
    'of SKUs that changed in a style. `costEffect` is what the changes do to the material cost of one ' +
    'garment at today’s prices, which require the scope `graph:read`. Response time depends on how many rows changed, not on the ' +
    'size of the BOM. A very large comparison can fail with `query_timeout`; add filters, or export the rows ' +
    'instead.',
  problems: ['snapshot_not_found', 'snapshot_retired', 'snapshot_not_completed'],
  input: SummarizeBomYieldChangesInput,
  output: BomYieldChangeSummaryResponse,
  examples: {
    input: {
      fromSnapshotId: older.snapshotId,
      toSnapshotId: newer.snapshotId,
      changeType: 'changed',
      groupBy: 'cause',
      top: 1,
    },
    output: { data: exampleChangeSummary, meta: { notices: [] } },
  },
  async handle({ top, priceBasis, groupBy, ...given }, context) {
    const filters = filtersOf(given)
    const [from, to] = await selectCompared(given, context)
    const comparison = { from, to, filters: await withCodes(context, filters) }
    const prices = openPrices(context, priceBasis)
    const question = { top, prices, byStyle: groupBy === 'style', byCause: groupBy === 'cause' }
    const summary = await whileReadable(context, [from, to], summarize(context, comparison, question))
    const notices: SummaryNotice[] = await noticesOf(context, comparison, given, summary.counts.rows === 0)
    if (priceBasis !== 'none' && prices === null) notices.push(leftOut)
    return { data: { from: identityOf(from), to: identityOf(to), ...summary }, meta: { notices } }
  },
})

const leftOut: SummaryNotice = {
  code: 'left_out',
  scope: 'graph:read',
  detail: 'Prices are left out, because the token lacks the scope graph:read.',
}

interface Question {
  top: number
  /** Null if prices are left out. */
  prices: Prices | null
  /** Whether the ranking by percentage has styles instead of rows. */
  byStyle: boolean
  /** Whether causes are listed. */
  byCause: boolean
}

async function summarize(
  context: Context,
  comparison: Comparison,
  { top, prices, byStyle, byCause }: Question,
): Promise<Omit<BomYieldChangeSummary, 'from' | 'to'>> {
  const [counts, largest] = [new ChangeCounts(), new LargestChanges(top)]
  const effects = prices && new CostEffects(prices.priceOf)
  const causes = byCause ? new ChangeCauses(top) : null
  const largestOfStyle = new Map<string, RowChange>()
  const until = performance.now() + context.respondWithinMs
  for await (const styles of everyChangeTogether(context, comparison)) {
    await prices?.load(styles.flatMap(({ changes }) => changes.flatMap(materialsOf)))
    for (const { styleId, changes, sharedSkuIds: sharedOf, isInBoth } of styles) {
      const sharedSkuIds = effects || causes ? sharedOf() : new Set<string>()
      for (const change of changes) counts.add(change)
      const first = largestOf(changes)
      if (first) largestOfStyle.set(styleId, first)
      for (const change of byStyle && first ? [first] : changes) largest.add(change)
      effects?.addStyle(styleId, changes, sharedSkuIds)
      causes?.addStyle({ changes, sharedSkuIds, isInBoth })
    }
    // The request has timed out and its response was sent, so the rest is not read.
    if (performance.now() > until) throw new ApiError('query_timeout')
  }
  const compareStyles = (a: string, b: string) => {
    const [x, y] = [largestOfStyle.get(a), largestOfStyle.get(b)]
    return x && y ? compareSizes(x, y) : 0
  }
  const listed = counts.list(top, byStyle ? compareStyles : undefined)
  const texts = createRowTexts()
  const rows = largest.list().map((change): LargestChange => {
    const row: BomYieldChange = JSON.parse(changeText(change, texts))
    return { ...row, ...(effects?.ofRow(change) ?? withoutPrices) }
  })
  return {
    ...listed,
    byStyle: listed.byStyle.map((style) => ({
      ...style,
      largestPercent: largestOfStyle.get(style.id)?.delta?.grossPercent ?? null,
      ...(effects?.ofStyle(style.id) ?? withoutPrices),
    })),
    byMaterial: listed.byMaterial.map((one) => ({ ...one, ...(effects?.ofMaterial(one.id) ?? withoutPrices) })),
    largest: rows,
    byCause: (causes?.list() ?? []).map(({ shown, changes, sharedSkuIds }) => {
      return { ...shown, ...(effects?.ofRows(changes, sharedSkuIds) ?? withoutPrices) }
    }),
    causeCount: causes?.size ?? null,
  }
}

const withoutPrices = { costEffect: null, unpriced: null }

function materialsOf({ before, after }: RowChange): string[] {
  return [before, after].flatMap((row) => (row ? [row.group.line.materialId] : []))
}

function identityOf({ snapshotId, completedAt }: SelectedSnapshot) {
  return { snapshotId, completedAt }
}
