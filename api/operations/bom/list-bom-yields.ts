import { z } from 'zod'
import { findEntitiesById } from '../../../cypher/graph/read-graph.ts'
import type { Row } from '../../../domain/bom/expand-rows.ts'
import { BomYieldPage, ListBomYieldsInput } from '../../../schemas/bom/yields.ts'
import type { Reader } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { exampleCursor, startOf } from '../../core/page.ts'
import { mapReadable } from '../../core/unreadable.ts'
import { withCodes } from '../graph/search/coded-filters.ts'
import { entityOf } from '../graph/search/read-entities.ts'
import { exampleSnapshot, exampleYield } from './examples.ts'
import { missingValues } from './reads/missing-values.ts'
import { pin, unpin, whileReadable } from './reads/pinned-snapshot.ts'
import { readYields } from './reads/read-yields.ts'
import { createRowTexts } from './reads/row-text.ts'
import { requireOneSnapshot, selectSnapshot } from './reads/select-snapshot.ts'

const operationId = 'listBomYields'
const { snapshotId, completedAt } = exampleSnapshot
/** The position in a cursor: the snapshot, then a row by its style and match key. */
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
    'first page if a newer one is completed. If you give several filters, a row must match all of them. A filter also takes ' +
    'the label of an entity as other operations show it. `meta.notices` reports values that the snapshot does not contain.',
  problems: ['snapshot_not_found', 'snapshot_retired', 'snapshot_not_completed'],
  input: ListBomYieldsInput,
  output: BomYieldPage,
  examples: {
    input: { snapshotId, limit: 1 },
    output: { data: [exampleYield], links: { next: exampleCursor }, meta: { snapshot: { snapshotId, completedAt } } },
  },
  async handle({ cursor, limit, ...given }, context) {
    requireOneSnapshot(given)
    const list = { operationId, filters: given, position }
    const start = startOf(list, context, cursor)
    const snapshot = start ? unpin(start[0]) : await selectSnapshot(context, given)
    const after = start && { styleId: start[1], matchKey: start[2] }
    const { snapshotId: _id, asOf: _asOf, ...named } = given
    const filters = await withCodes(context, named)
    const reading = readYields(context, snapshot, { after, limit, filters })
    const { rows, next } = await whileReadable(context, start ? [snapshot] : [], reading)
    const isMissed = rows.length === 0 && next === null && start === null
    const [sizes, notices] = await Promise.all([
      sizeIndexesOf(context, rows),
      isMissed ? missingValues(context, snapshot, named, filters) : [],
    ])
    const texts = createRowTexts()
    const made = mapReadable(
      context,
      operationId,
      rows,
      ({ matchKey }) => `matchKey ${matchKey}`,
      (row) => ({
        document: texts.yieldOf(row, snapshot.snapshotId, sizes.get(row.sku.skuId) ?? null),
        group: row.group,
      }),
    )
    return {
      documents: made.map(({ document }) => document),
      madeOf: made.map(({ group }) => group),
      links: {
        next: next && context.sealCursor(operationId, list.filters, [pin(snapshot), next.styleId, next.matchKey]),
      },
      meta: {
        snapshot: { snapshotId: snapshot.snapshotId, completedAt: snapshot.completedAt },
        ...(notices.length > 0 ? { notices } : {}),
      },
    }
  },
})

/** The positions of the sizes of the rows' SKUs, by SKU ID. A SKU without an entry has no position. */
async function sizeIndexesOf(context: Reader, rows: readonly Row[]): Promise<Map<string, number | null>> {
  const ids = [...new Set(rows.map(({ sku }) => sku.skuId))]
  const found = ids.length === 0 ? [] : await context.read(findEntitiesById, { ids })
  return new Map(
    found.map((row) => {
      const entity = entityOf(row)
      return [row.id, entity.type === 'sku' ? entity.attributes.sizeIndex : null]
    }),
  )
}
