import type { LongReader } from '../../../context.ts'
import type { ChangeFilters } from '../../bom/change-filters.ts'
import type { RowChange } from '../../bom/changes-of-style.ts'
import { amountsOfGroup, type Row } from '../../bom/expand-rows.ts'
import { type Comparison, everyChange } from '../../bom/read-changes.ts'
import { requireCoherent, selectCompared } from '../../bom/select-compared.ts'
import { type CsvValue, partsOf } from '../csv.ts'
import type { ExportRecipe } from '../kind.ts'
import { whilePinned } from './pinned.ts'

/** What became of the rows between two snapshots, in the order of `listBomYieldChanges`. */
export const bomYieldChanges: ExportRecipe<'bom_yield_changes'> = {
  async resolve(given, reader) {
    requireCoherent(given)
    const [from, to] = await selectCompared(given, reader)
    const { from: _from, to: _to, ...filters } = given
    return { ...filters, fromSnapshotId: from.snapshotId, toSnapshotId: to.snapshotId }
  },
  parts({ fromSnapshotId = '', toSnapshotId = '', ...given }, reader) {
    const filters = { ...given, includeUnchanged: given.includeUnchanged ?? given.changeType === 'unchanged' }
    return whilePinned(reader, [fromSnapshotId, toSnapshotId], ([from, to]) => rowsOf(reader, { from, to, filters }))
  },
}

function rowsOf(reader: LongReader, comparison: Comparison & { filters: ChangeFilters }) {
  const { from, to } = comparison
  return partsOf(everyChange(reader, comparison), (changes) =>
    changes.map((change) => [from.snapshotId, to.snapshotId, ...fieldsOf(change)]),
  )
}

function fieldsOf({ row, before, after, delta, ...change }: RowChange): CsvValue[] {
  const both = (of: (row: Row) => CsvValue) => [before && of(before), after && of(after)]
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
  ]
}
