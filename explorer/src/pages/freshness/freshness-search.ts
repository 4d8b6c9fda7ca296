import { freshnessStatusValues } from '@tenant-data/client'
import { oneOf, pageState, text } from '../../address.ts'

export type FreshnessSearch = ReturnType<typeof freshnessSearch>

/** The state of the page: the filters, and the dataset whose source is open. */
export const freshnessSearch = pageState({ status: oneOf(freshnessStatusValues), datasetId: text, inspect: text })
