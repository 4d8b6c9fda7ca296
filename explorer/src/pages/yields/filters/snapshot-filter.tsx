import type { ReactNode } from 'react'
import { formatTime } from '../../../format/format-time.ts'
import { useRead } from '../../../parts/data/use-read.ts'
import { SelectFilter } from '../../../parts/forms/filters.tsx'

interface SnapshotFilterProps {
  value: string | undefined
  onChange: (snapshotId: string | undefined) => void
}

/** One of the last snapshots; the newest unless one is chosen. */
export function SnapshotFilter({ value, onChange }: SnapshotFilterProps): ReactNode {
  const { data } = useRead('listBomSnapshots', { limit: 100 })
  const options = (data?.data ?? []).map(
    ({ snapshotId, publicationNumber, completedAt }) =>
      [snapshotId, `${publicationNumber} of ${formatTime(completedAt)}`] as const,
  )
  const isListed = value === undefined || options.some(([snapshotId]) => snapshotId === value)
  return (
    <SelectFilter
      label="Snapshot"
      value={value}
      options={isListed ? options : [[value, value], ...options]}
      onChange={onChange}
      all="Newest"
    />
  )
}
