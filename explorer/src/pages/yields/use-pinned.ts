import { useEffect } from 'react'
import { useRead } from '../../parts/use-read.ts'
import type { YieldsSearch } from './yields-search.ts'

/** The latest snapshots, the newest first. */
export const useSnapshots = () => useRead('listBomSnapshots', { limit: 100 })

/**
 * Writes the newest snapshot into a URL without one, so that a copied link shows what the user saw.
 * @returns false until it has
 */
export function usePinned(
  snapshotId: string | undefined,
  onChange: (change: Partial<YieldsSearch>, options: { replace: true }) => void,
): boolean {
  const { data, isPending } = useSnapshots()
  const newest = data?.data[0]?.snapshotId
  const isMissing = snapshotId === undefined && newest !== undefined
  useEffect(() => {
    if (isMissing) onChange({ snapshotId: newest }, { replace: true })
  }, [isMissing, newest, onChange])
  return snapshotId !== undefined || (!isPending && !isMissing)
}
