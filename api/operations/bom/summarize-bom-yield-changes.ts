import {
  type BomYieldChangeSummary,
  BomYieldChangeSummaryResponse,
  SummarizeBomYieldChangesInput,
} from '../../../schemas/bom/yield-change-summary.ts'
import type { BomYieldChange } from '../../../schemas/bom/yields.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { operation } from '../../operation.ts'
import { ChangeCounts } from './comparison/change-counts.ts'
import { changeText } from './comparison/change-text.ts'
import { LargestChanges } from './comparison/largest-changes.ts'
import { noticesOf } from './comparison/notices.ts'
import { everyChange } from './comparison/read-changes.ts'
import { type Comparison, filtersOf, selectCompared } from './comparison/select-compared.ts'
import { exampleChangeSummary, exampleSnapshots } from './examples.ts'
import { createRowTexts } from './row-text.ts'
import { type SelectedSnapshot, whileReadable } from './select-snapshot.ts'

const [newer, older] = exampleSnapshots

/** `GET /v1/bom/yield-changes/summary`: what became of the rows between two snapshots, counted, and where most did. */
export const summarizeBomYieldChanges = operation({
  operationId: 'summarizeBomYieldChanges',
  method: 'GET',
  path: '/v1/bom/yield-changes/summary',
  scope: 'bom:read',
  tag: 'BOM history',
  summary: 'Summarize what changed between two BOM snapshots',
  description:
    'Counts the rows that `listBomYieldChanges` lists for the same snapshots and filters: by what became of them, and by ' +
    'style, material and supplier, a row for each that it names before or after. With the `top` styles, materials and ' +
    'suppliers that most rows name, and the `top` rows whose gross yield changed most in percent. Its cost follows the ' +
    'changes: where there are too many for one answer it is `query_timeout`; then filter, or export the rows.',
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
    const comparison = { from, to, filters }
    const summary = await whileReadable(context, [from, to], summarize(context, comparison, top))
    const notices = await noticesOf(context, comparison, summary.counts.rows === 0)
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
