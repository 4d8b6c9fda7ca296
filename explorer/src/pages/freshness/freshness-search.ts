import { freshnessStatusValues } from '@tenant-data/client'
import { oneOf, pageState, text } from '../../address.ts'

export type FreshnessSearch = ReturnType<typeof freshnessSearch>

/** The state of the page: which datasets are listed, and the one whose source is inspected. */
export const freshnessSearch = pageState({ status: oneOf(freshnessStatusValues), datasetId: text, inspect: text })
