import type { BomSnapshot, ComparedSnapshot } from '@tenant-data/client'
import { useMemo } from 'react'
import { type ListState, useList } from '../../../parts/data/use-list.ts'
import type { Comparison } from '../changes-search.ts'
import type { Pair } from './choose-pair.ts'

/** Both sides as the API resolved them, before their snapshots are found in the list. */
export interface ComparedSides {
  from: ComparedSnapshot
  to: ComparedSnapshot
}

interface Compared {
  list: ListState<BomSnapshot>
  /** The oldest first, as far as they were read. */
  snapshots: readonly BomSnapshot[]
  /** Where the compared ones are among them; null while that is not known, or when one is older than what was read. */
  pair: Pair | null
}

/** The snapshots, and which two of them are compared: those of the address at once, others when the API says which. */
export function useCompared({ fromSnapshotId, toSnapshotId }: Comparison, sides: ComparedSides | null): Compared {
  const list = useList('listBomSnapshots', {}, { limit: 100 })
  const snapshots = useMemo(() => list.rows.toReversed(), [list.rows])
  const indexOf = (id: string | undefined) => snapshots.findIndex(({ snapshotId }) => snapshotId === id)
  const pair = {
    from: indexOf(fromSnapshotId ?? sides?.from.snapshotId),
    to: indexOf(toSnapshotId ?? sides?.to.snapshotId),
  }
  return { list, snapshots, pair: pair.from < 0 || pair.to < 0 ? null : pair }
}
