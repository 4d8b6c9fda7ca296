import { z } from 'zod'
import { BomYieldChangePage, ListBomYieldChangesInput } from '../../../schemas/bom/yields.ts'
import { operation } from '../../core/operation.ts'
import { cursorsOf, exampleCursor, startOf } from '../../core/page.ts'
import { withCodes } from '../graph/search/coded-filters.ts'
import { changeText } from './comparison/change-text.ts'
import { noticesOf } from './comparison/notices.ts'
import { type ChangePosition, positionOf, readChanges } from './comparison/read-changes.ts'
import { filtersOf, selectCompared } from './comparison/select-compared.ts'
import { exampleChange, exampleSnapshots } from './examples.ts'
import { pin, unpin, whileReadable } from './reads/pinned-snapshot.ts'
import { createRowTexts } from './reads/row-text.ts'
import type { SelectedSnapshot } from './reads/select-snapshot.ts'

const operationId = 'listBomYieldChanges'
const [newer, older] = exampleSnapshots
/** The position in a cursor: both snapshots, then a row by its style and match key. */
const position = z.tuple([z.string(), z.string(), z.string(), z.string()])

/**
 * `GET /v1/bom/yield-changes`: the rows that were added, removed, or changed between two snapshots, by (styleId, skuId,
 * matchKey).
 */
export const listBomYieldChanges = operation({
  operationId,
  method: 'GET',
  path: '/v1/bom/yield-changes',
  scope: 'bom:read',
  tag: 'BOM history',
  summary: 'Compare two BOM snapshots',
  description:
    'Compares two BOM snapshots and lists the yield rows that were added, removed, or changed. Rows are sorted by ' +
    'style ID, SKU ID, and match key. Select each side by date or by snapshot ID. The later side defaults to the ' +
    'latest snapshot, and the earlier side to the one before it. Unchanged rows are returned only on request. ' +
    '`meta.notices` reports if both sides are the same snapshot, and which filter values neither snapshot ' +
    'contains. A page can be short while `links.next` is not null.',
  problems: ['snapshot_not_found', 'snapshot_retired', 'snapshot_not_completed'],
  input: ListBomYieldChangesInput,
  output: BomYieldChangePage,
  examples: {
    input: { fromSnapshotId: older.snapshotId, toSnapshotId: newer.snapshotId, changeType: 'changed', limit: 1 },
    output: {
      data: [exampleChange],
      links: { next: exampleCursor },
      meta: { fromSnapshot: identityOf(older), toSnapshot: identityOf(newer), notices: [] },
    },
  },
  async handle({ cursor, limit, ...given }, context) {
    const filters = filtersOf(given)
    const list = { operationId, filters, position }
    const start = startOf(list, context, cursor)
    const [from, to] = start ? [unpin(start[0]), unpin(start[1])] : await selectCompared(given, context)
    const after = start && { styleId: start[2], matchKey: start[3] }
    const comparison = { from, to, filters: await withCodes(context, filters) }
    const reading = readChanges(context, comparison, { after, limit })
    const { changes, next } = await whileReadable(context, start ? [from, to] : [], reading)
    const notices = await noticesOf(context, comparison, given, changes.length === 0)
    const texts = createRowTexts()
    const cursorAt = ({ styleId, matchKey }: ChangePosition) =>
      context.sealCursor(operationId, filters, [pin(from), pin(to), styleId, matchKey])
    return {
      documents: changes.map((change) => changeText(change, texts)),
      links: { next: next && cursorAt(next) },
      nextAfter: cursorsOf(changes, (change) => cursorAt(positionOf(change))),
      meta: { fromSnapshot: identityOf(from), toSnapshot: identityOf(to), notices },
    }
  },
})

function identityOf({ snapshotId, completedAt }: Pick<SelectedSnapshot, 'snapshotId' | 'completedAt'>) {
  return { snapshotId, completedAt }
}
