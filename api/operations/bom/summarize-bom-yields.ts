import { createLineTests } from '../../../domain/bom/row-filters.ts'
import { YieldSummary } from '../../../domain/bom/yield-summary.ts'
import {
  type BomYieldSummary,
  BomYieldSummaryResponse,
  SummarizeBomYieldsInput,
} from '../../../schemas/bom/yield-summary.ts'
import { storedLine } from '../../../schemas/stored/bom.ts'
import type { Context } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { createPause } from '../../core/event-loop.ts'
import { operation } from '../../core/operation.ts'
import { withCodes } from '../graph/search/coded-filters.ts'
import { exampleYieldSummary } from './examples.ts'
import { requireOneSnapshot, selectSnapshot } from './reads/select-snapshot.ts'
import { findStart } from './summary/find-start.ts'
import { missingFromSummary } from './summary/missing-values.ts'
import { everyLine } from './summary/read-lines.ts'

type Input = ReturnType<typeof SummarizeBomYieldsInput.parse>

/** `GET /v1/bom/yields/summary`: counts of the rows of a snapshot, and their total quantities, by group. */
export const summarizeBomYields = operation({
  operationId: 'summarizeBomYields',
  method: 'GET',
  path: '/v1/bom/yields/summary',
  scope: 'bom:read',
  tag: 'BOM history',
  summary: 'Summarize the yields of a BOM snapshot',
  description:
    'Counts the yield rows of one snapshot, and the styles, SKUs, materials, suppliers, and BOM lines that they name. ' +
    'Groups them by one or two of style, material, supplier, season, section, and size. Returns the `top` groups ' +
    'with their gross yield for one garment, in base units. Use it to find where a material or a supplier is ' +
    'used. If you give several filters, a row must match all of them. Response time depends on how many BOM ' +
    'lines match, not on the number of SKUs. A very large summary can fail with `query_timeout`; add filters.',
  problems: ['snapshot_not_found', 'snapshot_retired', 'snapshot_not_completed'],
  input: SummarizeBomYieldsInput,
  output: BomYieldSummaryResponse,
  examples: {
    input: {
      snapshotId: exampleYieldSummary.snapshot.snapshotId,
      material: 'MT-00085',
      groupBy: ['style'],
      order: 'rows',
      top: 1,
    },
    output: { data: exampleYieldSummary, meta: { notices: [] } },
  },
  async handle(given, context) {
    requireOneSnapshot(given)
    const { seq, snapshotId, completedAt } = await selectSnapshot(context, given)
    const meant = await withCodes(context, given)
    const summary = await summarize(context, seq, meant)
    const notices = summary.counts.rows === 0 ? await missingFromSummary(context, { seq }, given, meant) : []
    return { data: { snapshot: { snapshotId, completedAt }, ...summary }, meta: { notices } }
  },
})

async function summarize(context: Context, seq: number, asked: Input): Promise<Omit<BomYieldSummary, 'snapshot'>> {
  const { groupBy, order, sku, top } = asked
  const summary = new YieldSummary({ groupBy, order, sku })
  const tests = createLineTests(asked)
  const needs = {
    withNumber: groupBy.includes('style'),
    withSeason: groupBy.includes('season'),
    withSkus: groupBy.includes('size') || sku !== undefined,
  }
  const [pause, until] = [createPause(), performance.now() + context.respondWithinMs]
  const start = await findStart(context, seq, asked)
  for await (const styles of everyLine(context, seq, start, needs)) {
    for (const { style, lines } of styles) {
      const parsed = lines.map((doc) => storedLine.read(doc))
      summary.add(
        style,
        parsed.filter((line) => tests.every((test) => test(line))),
      )
      await pause()
    }
    // The request has timed out and its response was sent, so the rest is not read.
    if (performance.now() > until) throw new ApiError('query_timeout')
  }
  return summary.result(top)
}
