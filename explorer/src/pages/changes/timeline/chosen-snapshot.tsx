import { Link } from '@tanstack/react-router'
import type { BomSnapshot, ComparedSnapshot } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount } from '../../../format/format-count.ts'
import { Time } from '../../../parts/marks/time.tsx'

interface ChosenSnapshotProps {
  name: string
  compared: ComparedSnapshot | undefined
  /** With its counts, once it was found in the list. */
  snapshot: BomSnapshot | undefined
}

/** One of the two snapshots that are compared: when it was completed, its number, its source, and how much is in it. */
export function ChosenSnapshot({ name, compared, snapshot }: ChosenSnapshotProps): ReactNode {
  const { completedAt } = snapshot ?? compared ?? {}
  return (
    <p className="chosen-snapshot">
      <span className="quiet">{name}</span>
      <b>{completedAt === undefined ? '…' : <Time value={completedAt} />}</b>
      <small>
        {snapshot && (
          <>
            <Link to="/yields" search={{ snapshotId: snapshot.snapshotId }}>
              publication {snapshot.publicationNumber}
            </Link>{' '}
            of {snapshot.sourceSystem}: {formatCount(snapshot.styleCount, 'style')},{' '}
            {formatCount(snapshot.skuCount, 'SKU')}, {formatCount(snapshot.rowCount, 'yield')}
          </>
        )}
      </small>
    </p>
  )
}
