import { noticeAmong } from '../../../../domain/search/notice-among.ts'
import type { ListNotice } from '../../../../schemas/common.ts'
import { storedException } from '../../../../schemas/stored/connected-data.ts'
import type { ClockedReader } from '../../../core/context.ts'
import { similarCodes } from '../../graph/search/coded-filters.ts'
import { readDatasetIds } from '../reads/read-dataset-ids.ts'
import { readStewards } from '../reads/read-stewards.ts'
import { type ExceptionFilters, findSupplier, type PlacedFilters } from './place-filters.ts'
import { keptBy, readExceptions } from './read-exceptions.ts'

/**
 * Notices for filter values that do not occur, if no exception matches. `given` has the values as the caller wrote
 * them.
 */
export async function missingValues(
  reader: ClockedReader,
  given: ExceptionFilters,
  filters: PlacedFilters,
): Promise<ListNotice[]> {
  const notices = await Promise.all([
    missingSupplier(reader, given, filters),
    missingSteward(reader, given),
    missingSystem(reader, filters),
  ])
  return notices.flat()
}

async function missingSupplier(
  reader: ClockedReader,
  { supplier: value }: ExceptionFilters,
  { materialIds }: PlacedFilters,
): Promise<ListNotice[]> {
  if (value === undefined || materialIds === null || materialIds.length > 0) return []
  const isKnown = (await findSupplier(reader, value)) !== null
  const suggestions = isKnown ? [] : await similarCodes(reader, 'supplier', value)
  const advice =
    suggestions.length > 0 ? 'Use one of the suggestions.' : 'Omit the filter, or use a value that rows show.'
  const detail = `No material has this supplier as its nominated supplier. ${advice}`
  return [{ code: 'no_such_value', name: 'supplier', value, suggestions, detail }]
}

async function missingSteward(reader: ClockedReader, { steward }: ExceptionFilters): Promise<ListNotice[]> {
  if (steward === undefined) return []
  const declared = await readStewards(reader, await readDatasetIds(reader))
  const stewards = [...declared.values()].flatMap((own) => own ?? [])
  return noticeAmong('steward', steward, stewards, 'No dataset has this steward.')
}

const MANY = 1000

/** There is no notice if too many exceptions match the other filters to read all of them. */
async function missingSystem(reader: ClockedReader, filters: PlacedFilters): Promise<ListNotice[]> {
  if (filters.system === null) return []
  const { rows, end } = await readExceptions(reader, { ...filters, system: null }, '', MANY)
  if (end !== null) return []
  const systems = rows.filter(keptBy(filters)).flatMap((row) => storedException.read(row.document()).systems)
  return noticeAmong(
    'system',
    filters.system,
    systems,
    'No exception that matches the other filters concerns this system.',
  )
}
