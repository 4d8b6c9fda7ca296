import type { BomSnapshot } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount } from '../../../format/format-count.ts'
import { formatTime } from '../../../format/format-time.ts'
import type { Side } from './choose-pair.ts'

interface PointsProps {
  side: Side
  name: string
  snapshots: readonly BomSnapshot[]
  /** From 0 to 1, as many as there are snapshots. */
  places: readonly number[]
  /** The chosen one; null while it is not known. */
  chosen: number | null
  onChoose: (place: number) => void
}

/** The id of the radio button of a snapshot, so that the focus can follow it. */
export function pointId(side: Side, { snapshotId }: BomSnapshot): string {
  return `${side}-${snapshotId}`
}

/** One radio button a snapshot along the time line: one stop of the tab key, walked by arrows. */
export function Points({ side, name, snapshots, places, chosen, onChoose }: PointsProps): ReactNode {
  return (
    <fieldset className="timeline-points">
      <legend>{name}</legend>
      {snapshots.map((snapshot, place) => (
        <input
          key={snapshot.snapshotId}
          id={pointId(side, snapshot)}
          type="radio"
          name={side}
          aria-label={pointText(snapshot)}
          title={pointText(snapshot)}
          checked={place === chosen}
          onChange={() => onChoose(place)}
          style={{ left: `${(places[place] ?? 0) * 100}%` }}
        />
      ))}
    </fieldset>
  )
}

function pointText({ publicationNumber, completedAt, rowCount }: BomSnapshot): string {
  return `Publication ${publicationNumber}, ${formatTime(completedAt)}, ${formatCount(rowCount, 'yield')}`
}
