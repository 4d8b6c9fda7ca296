import type { RowChange } from '../../../domain/bom/changes/changes-of-style.ts'
import { amountsOfGroup, type Row } from '../../../domain/bom/expand-rows.ts'
import { exactDecimal, type Quantity, ratio, subtract } from '../../../domain/quantities/quantity.ts'
import type { LongReader } from '../../core/context.ts'
import { everyChange } from '../../operations/bom/comparison/read-changes.ts'
import { type Comparison, filtersOf, selectCompared } from '../../operations/bom/comparison/select-compared.ts'
import { withCodes } from '../../operations/graph/search/coded-filters.ts'
import type { Cell } from '../formats/row.ts'
import { whilePinned } from './pinned.ts'
import type { ExportRecipe } from './recipe.ts'
import { partsOf } from './rows.ts'

/** The rows that were added, removed, or changed between two snapshots, in the order of `listBomYieldChanges`. */
export const bomYieldChanges: ExportRecipe<'bom_yield_changes'> = {
  async resolve(given, reader) {
    filtersOf(given)
    const [from, to] = await selectCompared(given, reader)
    const { from: _from, to: _to, ...filters } = given
    const coded = await withCodes(reader, filters)
    return { ...coded, fromSnapshotId: from.snapshotId, toSnapshotId: to.snapshotId }
  },
  parts({ fromSnapshotId = '', toSnapshotId = '', ...given }, reader) {
    const filters = filtersOf(given)
    return whilePinned(reader, [fromSnapshotId, toSnapshotId], ([from, to]) => rowsOf(reader, { from, to, filters }))
  },
}

function rowsOf(reader: LongReader, comparison: Comparison) {
  const { from, to } = comparison
  return partsOf(everyChange(reader, comparison), ({ changes }) =>
    changes.map((change) => [from.snapshotId, to.snapshotId, ...fieldsOf(change)]),
  )
}

function fieldsOf({ row, before, after, delta, ...change }: RowChange): Cell[] {
  const both = (cellOf: (row: Row) => Cell) => [before && cellOf(before), after && cellOf(after)]
  return [
    ...[row.matchKey, change.changeType, change.yieldDirection, change.changedFields.join(' ')],
    ...[row.sku.style, row.sku.sku, row.group.line.placement],
    ...both(({ group }) => group.line.material),
    ...both(({ group }) => group.line.mpn),
    ...both(({ group }) => group.line.supplier),
    ...both(({ group }) => amountsOfGroup(group).netYield),
    ...both(({ group }) => amountsOfGroup(group).grossYield),
    ...both(({ group }) => group.line.uom),
    ...(delta ? [delta.grossYield, delta.uom, delta.grossPercent] : [null, null, null]),
    ...both(({ group }) => amountsOfGroup(group).wastagePercent),
    ...both(({ group }) => group.line.wastageBasis),
    ...both(({ group }) => group.line.materialName),
    ...(before && after ? [delta?.netYield, delta?.grossYield, delta?.uom] : fromZero(row, before !== null)).map(
      (value) => value ?? null,
    ),
  ]
}

const ZERO = ratio(0n)

/**
 * The net and gross difference per garment, in the row's own unit, of a row that only one snapshot has. It is negative
 * for a removed row.
 */
function fromZero({ group }: Row, isRemoved: boolean): (string | null)[] {
  const { net, gross } = amountsOfGroup(group).perGarment
  const formatted = (amount: Quantity) => exactDecimal(isRemoved ? subtract(ZERO, amount) : amount)
  return [formatted(net), formatted(gross), group.line.uom]
}
