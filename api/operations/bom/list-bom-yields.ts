import { z } from 'zod'
import { BomYieldPage, ListBomYieldsInput } from '../../../schemas/bom/yields.ts'
import type { Context } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { exampleCursor, startOf } from '../../core/page.ts'
import { mapReadable } from '../../core/unreadable.ts'
import { exampleSnapshot, exampleYield } from './examples.ts'
import { readYields } from './reads/read-yields.ts'
import { createRowTexts } from './reads/row-text.ts'
import { latestSnapshot, pin, snapshotById, unpin, whileReadable } from './reads/select-snapshot.ts'

const operationId = 'listBomYields'
const { snapshotId, completedAt } = exampleSnapshot
/** The snapshot, and a row of it by its style and match key. */
const position = z.tuple([z.string(), z.string(), z.string()])

/** `GET /v1/bom/yields`: the rows of one snapshot by (style, sku, lineNumber, matchKey). */
export const listBomYields = operation({
  operationId,
  method: 'GET',
  path: '/v1/bom/yields',
  scope: 'bom:read',
  tag: 'BOM history',
  summary: 'List the yields of a BOM snapshot',
  description:
    'Lists the yield rows of one snapshot: the quantity of material that each SKU needs for each BOM line. Rows ' +
    'are sorted by style, SKU, line number, and match key, by byte value. Cursors stay with the snapshot of the ' +
    'first page if a newer one is completed. If you give several filters, a row must match all of them.',
  problems: ['snapshot_not_found', 'snapshot_retired', 'snapshot_not_completed'],
  input: ListBomYieldsInput,
  output: BomYieldPage,
  examples: {
    input: { snapshotId, limit: 1 },
    output: { data: [exampleYield], links: { next: exampleCursor }, meta: { snapshot: { snapshotId, completedAt } } },
  },
  async handle({ cursor, limit, ...filters }, context) {
    const list = { operationId, filters, position }
    const start = startOf(list, context, cursor)
    const snapshot = start ? unpin(start[0]) : await select(context, filters.snapshotId)
    const after = start && { styleId: start[1], matchKey: start[2] }
    const reading = readYields(context, snapshot, { after, limit, filters })
    const { rows, next } = await whileReadable(context, start ? [snapshot] : [], reading)
    const texts = createRowTexts()
    const made = mapReadable(
      context,
      operationId,
      rows,
      ({ matchKey }) => `matchKey ${matchKey}`,
      (row) => ({ document: texts.yieldOf(row, snapshot.snapshotId), group: row.group }),
    )
    return {
      documents: made.map(({ document }) => document),
      madeOf: made.map(({ group }) => group),
      links: {
        next: next && context.sealCursor(operationId, list.filters, [pin(snapshot), next.styleId, next.matchKey]),
      },
      meta: { snapshot: { snapshotId: snapshot.snapshotId, completedAt: snapshot.completedAt } },
    }
  },
})

function select(context: Context, snapshotId: string | undefined) {
  return snapshotId === undefined ? latestSnapshot(context) : snapshotById(context, snapshotId)
}
