import type { BomSnapshot } from '@tenant-data/client'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { formatCount } from '../../../format/numbers.ts'
import { formatDay, formatTime } from '../../../format/times.ts'
import { choosePair, isLabelled, type Pair, placePoints, type Side } from './timeline-places.ts'

/** The width of a point in pixels, wide enough to be touched alone. */
const POINT = 34
const names = { from: 'From', to: 'To' } as const

interface TimelineProps {
  snapshots: readonly BomSnapshot[]
  pair: Pair | null
  onChoose: (pair: Pair) => void
}

/** The snapshots on a timeline, with one row of radio buttons for each side of the comparison. */
export function Timeline({ snapshots, pair, onChoose }: TimelineProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const places = useMemo(() => placePoints(snapshots.map(({ completedAt }) => Date.parse(completedAt))), [snapshots])
  const [from, to] = [places[pair?.from ?? -1] ?? null, places[pair?.to ?? -1] ?? null]
  useEffect(() => {
    if (to !== null && scroller.current) bringIntoSight(scroller.current, to)
  }, [to])
  const choose = (side: Side, place: number) => {
    const chosen = choosePair(pair ?? { from: place, to: place }, side, place)
    const snapshot = snapshots[place]
    // If the two sides swap, the focus stays on the snapshot that the user moved.
    if (chosen[side] !== place && snapshot)
      document.getElementById(pointId(side === 'from' ? 'to' : 'from', snapshot))?.focus()
    onChoose(chosen)
  }
  const points = (side: Side) => (
    <Points
      side={side}
      name={names[side]}
      snapshots={snapshots}
      places={places}
      chosen={pair?.[side] ?? null}
      onChoose={(place) => choose(side, place)}
    />
  )
  return (
    <div className="timeline-scroller" ref={scroller}>
      <div className="timeline" style={{ minWidth: snapshots.length * POINT }}>
        {points('from')}
        <div className="timeline-line" aria-hidden="true">
          {from !== null && to !== null && (
            <span className="timeline-span" style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
          )}
          {snapshots.map(({ snapshotId }, place) => (
            <span key={snapshotId} className="timeline-tick" style={{ left: `${(places[place] ?? 0) * 100}%` }} />
          ))}
        </div>
        {points('to')}
        <div className="timeline-days" aria-hidden="true">
          {snapshots.map(
            ({ snapshotId, completedAt }, place) =>
              isLabelled(place, snapshots.length) && (
                <span key={snapshotId} style={{ left: `${(places[place] ?? 0) * 100}%` }}>
                  {formatDay(completedAt)}
                </span>
              ),
          )}
        </div>
      </div>
    </div>
  )
}

function bringIntoSight(scroller: HTMLElement, place: number): void {
  const at = place * scroller.scrollWidth
  const [start, end] = [scroller.scrollLeft + POINT, scroller.scrollLeft + scroller.clientWidth - POINT]
  if (at < start || at > end) scroller.scrollLeft = at - scroller.clientWidth / 2
}

interface PointsProps {
  side: Side
  name: string
  snapshots: readonly BomSnapshot[]
  /** The position of each snapshot from 0 to 1. */
  places: readonly number[]
  /** The index of the chosen snapshot, or null while it is unknown. */
  chosen: number | null
  onChoose: (place: number) => void
}

/** The element ID of a snapshot's radio button, by which the focus is set. */
function pointId(side: Side, { snapshotId }: BomSnapshot): string {
  return `${side}-${snapshotId}`
}

/** One radio button per snapshot on the timeline: a single tab stop, moved by arrow keys. */
function Points({ side, name, snapshots, places, chosen, onChoose }: PointsProps): ReactNode {
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
