import type { YieldFilters } from '../../../domain/bom/row-filters.ts'
import type { LongReader } from '../../core/context.ts'
import { everyYield } from '../../operations/bom/reads/read-yields.ts'
import { type SelectedSnapshot, selectSnapshot } from '../../operations/bom/reads/select-snapshot.ts'
import { withCodes } from '../../operations/graph/search/coded-filters.ts'
import type { Row } from '../formats/row.ts'
import { historyChanged, whilePinned } from './pinned.ts'
import { type ExportRecipe, invalidParameters } from './recipe.ts'
import { createYieldRow } from './yield-row.ts'

/** The rows of one snapshot, in the order of `listBomYields`. */
export const bomYields: ExportRecipe<'bom_yields'> = {
  async resolve({ snapshotId, asOf, ...filters }, reader) {
    if (snapshotId !== undefined && asOf !== undefined)
      throw invalidParameters([{ name: 'asOf', detail: 'cannot be combined with snapshotId' }])
    const snapshot = await selectSnapshot(reader, { snapshotId, asOf })
    return { ...(await withCodes(reader, filters)), snapshotId: snapshot.snapshotId }
  },
  parts: ({ snapshotId = '', asOf: _asOf, ...filters }, reader) =>
    whilePinned(reader, [snapshotId], ([snapshot]) => rowsOf(reader, snapshot, filters)),
}

/** @throws ApiError if an unfiltered file has another number of rows than the snapshot had when it was completed */
async function* rowsOf(
  reader: LongReader,
  snapshot: SelectedSnapshot,
  filters: YieldFilters,
): AsyncGenerator<readonly Row[]> {
  const isWhole = Object.values(filters).every((value) => value === undefined)
  let count = 0
  for await (const rows of everyYield(reader, snapshot, filters)) {
    count += rows.length
    yield rows.map(createYieldRow(snapshot.snapshotId))
  }
  if (isWhole && count !== snapshot.rowCount) throw historyChanged()
}
