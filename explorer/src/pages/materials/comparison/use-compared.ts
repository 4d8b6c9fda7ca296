import type { CompareMaterialPositionsInput } from '@tenant-data/client'
import { useMemo } from 'react'
import type { MaterialsSearch } from '../materials-search.ts'
import { useSystems } from '../pick/use-systems.ts'
import { askedPairs, comparableSystems, pairsOf, systemsOf } from '../positions/pairs.ts'
import { type Positions, positionFilters, usePositions } from '../positions/use-positions.ts'
import { toleranceOf } from './tolerance.ts'

export interface Compared {
  isAsked: boolean
  /** The material, the factory, or both. */
  ends: ReturnType<typeof positionFilters>
  input: CompareMaterialPositionsInput & { measures: NonNullable<CompareMaterialPositionsInput['measures']> }
  /** The systems that can be chosen. */
  systems: string[]
  positions: Positions
}

/**
 * What the address asks to be compared. A pair that it names is compared as it is, also where no system says anything; of a
 * material or a factory alone all pairs that any system speaks of.
 */
export function useCompared(search: MaterialsSearch): Compared {
  const { material, factory, measures = ['onHand'] } = search
  const ends = positionFilters({ material, factory })
  const positions = usePositions(ends)
  const { rows } = positions.list
  const pairs = useMemo(() => {
    if (material !== undefined && factory !== undefined) return [{ material, factory }]
    return askedPairs(pairsOf(rows))
  }, [material, factory, rows])
  const present = systemsOf(rows)
  const systems = useSystems([...present, ...(search.systems ?? [])])
  const tolerance = toleranceOf(search)
  const chosen = search.systems ?? comparableSystems(present) ?? comparableSystems(systems) ?? present
  return {
    ends,
    isAsked: material !== undefined || factory !== undefined,
    input: { pairs, systems: chosen, measures, ...(tolerance && { tolerance }) },
    systems,
    positions,
  }
}
