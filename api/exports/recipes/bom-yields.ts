import type { YieldFilters } from '../../../domain/bom/row-filters.ts'
import type { LongReader } from '../../core/context.ts'
import { everyYield } from '../../operations/bom/reads/read-yields.ts'
import { latestSnapshot, type SelectedSnapshot, snapshotById } from '../../operations/bom/reads/select-snapshot.ts'
import type { CsvPart } from './csv.ts'
import { historyChanged, whilePinned } from './pinned.ts'
import type { ExportRecipe } from './recipe.ts'
import { createRowCsv } from './row-csv.ts'

/** The rows of one snapshot in the order of `listBomYields`. */
export const bomYields: ExportRecipe<'bom_yields'> = {
  async resolve({ snapshotId, ...filters }, reader) {
    const snapshot = snapshotId === undefined ? await latestSnapshot(reader) : await snapshotById(reader, snapshotId)
    return { ...filters, snapshotId: snapshot.snapshotId }
  },
  parts: ({ snapshotId = '', ...filters }, reader) =>
    whilePinned(reader, [snapshotId], ([snapshot]) => rowsOf(reader, snapshot, filters)),
}

/** @throws ApiError when the whole snapshot has another number of rows than it was completed with */
async function* rowsOf(reader: LongReader, snapshot: SelectedSnapshot, filters: YieldFilters): AsyncGenerator<CsvPart> {
  const isWhole = Object.values(filters).every((value) => value === undefined)
  let count = 0
  for await (const rows of everyYield(reader, snapshot, filters)) {
    const csv = createRowCsv(snapshot.snapshotId)
    count += rows.length
    yield { text: rows.map(csv).join(''), rows: rows.length }
  }
  if (isWhole && count !== snapshot.rowCount) throw historyChanged()
}
