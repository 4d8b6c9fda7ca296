import { useList } from '../../../parts/use-list.ts'

/** The snapshots, the newest first. */
export const useSnapshots = () => useList('listBomSnapshots', {}, { limit: 100 })
