import { useEffect, useMemo } from 'react'
import { type ChangesSearch, pinnedPair } from '../changes-search.ts'
import { useSnapshots } from './use-snapshots.ts'

/**
 * Writes the compared snapshots into a URL that means the newest ones, so that a copied link shows what the user saw.
 * @returns false until it has
 */
export function usePinned(
  search: ChangesSearch,
  onChange: (change: Partial<ChangesSearch>, options: { replace: true }) => void,
) {
  const { rows, isPending, error } = useSnapshots()
  const pair = useMemo(() => pinnedPair(search, rows), [search, rows])
  useEffect(() => {
    if (pair !== null) onChange(pair, { replace: true })
  }, [pair, onChange])
  const isNamed = search.to !== undefined || search.toSnapshotId !== undefined
  return pair === null && (isNamed || !isPending || error !== null)
}
