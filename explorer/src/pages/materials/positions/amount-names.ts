import type { MaterialFactoryPosition } from '@tenant-data/client'
import { measures } from '../materials-search.ts'

/** The amounts of a position that the matrix shows: what can be compared, and what became of what was bought. */
export const amountNames = [...measures, 'boughtQuantity', 'liabilityQuantity'] as const satisfies readonly AmountKey[]

export type AmountName = (typeof amountNames)[number]

type AmountKey = {
  [Key in keyof MaterialFactoryPosition]: MaterialFactoryPosition[Key] extends string | null ? Key : never
}[keyof MaterialFactoryPosition]
