import { ChangeCounts } from '../../../domain/bom/change-counts.ts'
import { LargestChanges } from '../../../domain/bom/largest-changes.ts'
import {
  type BomYieldChangeSummary,
  BomYieldChangeSummaryResponse,
  SummarizeBomYieldChangesInput,
} from '../../../schemas/bom/yield-change-summary.ts'
import type { BomYieldChange } from '../../../schemas/bom/yields.ts'
import type { Context } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { withCodes } from '../graph/search/coded-filters.ts'
import { changeText } from './comparison/change-text.ts'
import { noticesOf } from './comparison/notices.ts'
import { everyChange } from './comparison/read-changes.ts'
import { type Comparison, filtersOf, selectCompared } from './comparison/select-compared.ts'
import { exampleChangeSummary, exampleSnapshots } from './examples.ts'
import { createRowTexts } from './reads/row-text.ts'
import { type SelectedSnapshot, whileReadable } from './reads/select-snapshot.ts'

const [newer, older] = exampleSnapshots

/** `GET /v1/bom/yield-changes/summary`: what became of the rows between two snapshots, counted, and where most did. */
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
    'the largest change of gross yield in percent. Response time depends on how many rows changed, not on the ' +
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
      top: 1,
    },
    output: { data: exampleChangeSummary, meta: { notices: [] } },
  },
  async handle({ top, ...given }, context) {
    const filters = filtersOf(given)
    const [from, to] = await selectCompared(given, context)
    const comparison = { from, to, filters: await withCodes(context, filters) }
    const summary = await whileReadable(context, [from, to], summarize(context, comparison, top))
    const notices = await noticesOf(context, comparison, given, summary.counts.rows === 0)
    return { data: { from: identityOf(from), to: identityOf(to), ...summary }, meta: { notices } }
  },
})

async function summarize(
  context: Context,
  comparison: Comparison,
  top: number,
): Promise<Omit<BomYieldChangeSummary, 'from' | 'to'>> {
  const [counts, largest] = [new ChangeCounts(), new LargestChanges(top)]
  const until = performance.now() + context.respondWithinMs
  for await (const { changes } of everyChange(context, comparison)) {
    for (const change of changes) {
      counts.add(change)
      largest.add(change)
    }
    // Its caller was answered, and nobody waits for the rest.
    if (performance.now() > until) throw new ApiError('query_timeout')
  }
  const texts = createRowTexts()
  const rows = largest.list().map((change): BomYieldChange => JSON.parse(changeText(change, texts)))
  return { ...counts.list(top), largest: rows }
}

function identityOf({ snapshotId, completedAt }: SelectedSnapshot) {
  return { snapshotId, completedAt }
}
