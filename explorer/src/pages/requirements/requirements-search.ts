import { priceBasisValues } from '@tenant-data/client'
import { flag, oneOf, pageState, text } from '../../address.ts'

export type RequirementsSearch = ReturnType<typeof requirementsSearch>

/** The state of the page: the order as it was typed, and how it is calculated. */
export const requirementsSearch = pageState({
  /** One item a line; see `readOrder`. */
  order: text,
  /** The newest snapshot if absent. */
  snapshotId: text,
  /** The nominated supplier if absent. */
  priceBasis: oneOf(priceBasisValues),
  /** Only the stock of this factory counts. */
  factory: text,
  withoutStock: flag,
})
