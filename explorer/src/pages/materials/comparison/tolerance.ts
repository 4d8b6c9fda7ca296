import type { CompareMaterialPositionsInput } from '@tenant-data/client'
import type { MaterialsSearch } from '../materials-search.ts'

type Tolerance = CompareMaterialPositionsInput['tolerance']

/** The base units that an absolute tolerance can be given for, and what it is unless given, as the contract says. */
export const absoluteTolerances = { MTR: '1', KGM: '0.5', MTK: '0', EA: '0' } as const
export const percentTolerance = '1'
export const toleranceUnits = Object.keys(absoluteTolerances) as (keyof typeof absoluteTolerances)[]

/**
 * The tolerance of an address; undefined where it is that of the contract. One absolute that is given would put all others
 * to 0: what the form shows for them is given with it.
 */
export function toleranceOf(search: MaterialsSearch): Tolerance {
  const { percent } = search
  const given = toleranceUnits.some((unit) => search[unit] !== undefined)
  if (percent === undefined && !given) return undefined
  const absolute = Object.fromEntries(toleranceUnits.map((unit) => [unit, search[unit] ?? absoluteTolerances[unit]]))
  return { ...(percent !== undefined && { percent }), ...(given && { absolute }) }
}
