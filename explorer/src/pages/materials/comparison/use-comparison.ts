import { useInfiniteQuery } from '@tanstack/react-query'
import type { CompareMaterialPositionsInput, PositionComparison } from '@tenant-data/client'
import { useMemo } from 'react'
import { type ListState, usePaging } from '../../../parts/use-list.ts'
import { useClient } from '../../../session/session-context.tsx'
import type { MaterialsSearch } from '../materials-search.ts'
import { askedPairs, comparableSystems, pairsOf, systemsOf } from '../positions/positions.ts'
import { type Positions, positionFilters, usePositions, useSystems } from '../positions/use-positions.ts'
import { type DifferenceRow, differenceRows, toleranceOf } from './comparison.ts'

interface Compared {
  isAsked: boolean
  /** The material, the factory, or both. */
  ends: ReturnType<typeof positionFilters>
  input: CompareMaterialPositionsInput & { measures: NonNullable<CompareMaterialPositionsInput['measures']> }
  /** The systems that can be chosen. */
  systems: string[]
  positions: Positions
}

/**
 * The pairs that the URL selects. If it names a material and a factory, that pair is compared even if no system reports
 * it. If it names only one of both, all pairs that any system reports are compared.
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

/** The maximum number of pairs of a request. */
export const PAIRS_AT_ONCE = 100

interface Comparison {
  list: ListState<DifferenceRow>
  comparisons: readonly PositionComparison[]
}

/** Compares as many pairs at once as the API accepts, and the next ones when the user scrolls near the end. */
export function useComparison(input: CompareMaterialPositionsInput, enabled: boolean): Comparison {
  const client = useClient()
  const { pairs } = input
  const query = useInfiniteQuery({
    queryKey: ['compareMaterialPositions', input, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const chunk = pairs.slice(pageParam, pageParam + PAIRS_AT_ONCE)
      return (await client.compareMaterialPositions({ ...input, pairs: chunk }, { signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: (_page, _pages, from) => (from + PAIRS_AT_ONCE < pairs.length ? from + PAIRS_AT_ONCE : null),
    enabled,
  })
  const { data } = query
  const comparisons = useMemo(() => data?.pages.flat() ?? [], [data])
  const rows = useMemo(() => comparisons.flatMap(differenceRows), [comparisons])
  return { list: { rows, first: undefined, ...usePaging(query) }, comparisons }
}
