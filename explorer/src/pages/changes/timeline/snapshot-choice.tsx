import { Link } from '@tanstack/react-router'
import type { BomSnapshot, ComparedSnapshot } from '@tenant-data/client'
import { type ReactNode, useMemo } from 'react'
import { hidesContent } from '../../../failures/passing-cause.ts'
import { formatCount } from '../../../format/numbers.ts'
import { TextFilter } from '../../../parts/filters.tsx'
import { Empty, Problem } from '../../../parts/states.tsx'
import type { ListState } from '../../../parts/use-list.ts'
import { Time } from '../../../parts/values.tsx'
import type { ChangesSearch, Comparison } from '../changes-search.ts'
import { Timeline } from './timeline.tsx'
import { movePair, type Pair } from './timeline-places.ts'
import { useSnapshots } from './use-snapshots.ts'

interface SnapshotChoiceProps {
  search: ChangesSearch
  sides: ComparedSides | null
  onChange: (change: Partial<ChangesSearch>) => void
}

const byDefault = { from: undefined, to: undefined, fromSnapshotId: undefined, toSnapshotId: undefined }

/** Chooses the two compared snapshots: on a timeline, by days, or the next pair at the same distance. */
export function SnapshotChoice({ search, sides, onChange }: SnapshotChoiceProps): ReactNode {
  const { list, snapshots, pair } = useCompared(search, sides)
  const choose = (chosen: Pair) =>
    onChange({
      ...byDefault,
      fromSnapshotId: snapshots[chosen.from]?.snapshotId,
      toSnapshotId: snapshots[chosen.to]?.snapshotId,
    })
  const step = (text: string, steps: number) => {
    const next = pair && movePair(pair, steps, snapshots.length)
    return (
      <button type="button" aria-disabled={next === null} onClick={() => next && choose(next)}>
        {text}
      </button>
    )
  }
  const last = snapshots.length - 1
  const isDefault = pair !== null && pair.to === last && pair.from === last - 1
  return (
    <section className="compared" aria-label="Compared snapshots">
      <div className="compared-line">
        <ChosenSnapshot name="From" compared={sides?.from} snapshot={pair ? snapshots[pair.from] : undefined} />
        <ChosenSnapshot name="To" compared={sides?.to} snapshot={pair ? snapshots[pair.to] : undefined} />
        <span className="compared-steps">
          {step('Previous pair', -1)}
          {step('Next pair', 1)}
          <button type="button" aria-disabled={isDefault} onClick={() => !isDefault && onChange(byDefault)}>
            Last two
          </button>
        </span>
      </div>
      {hidesContent(list.error, list.isLoaded) && <Problem error={list.error} onRetry={list.refetch} />}
      {list.first?.data.length === 0 ? (
        <Empty title="No BOM published yet.">
          Snapshots appear here when a BOM publication completes.{' '}
          <a href="/docs/send/publish-a-bom">How to publish a BOM</a>
        </Empty>
      ) : (
        <details className="folded" open={search.from !== undefined || search.to !== undefined}>
          <summary>Choose snapshots on a timeline</summary>
          <Timeline snapshots={snapshots} pair={pair} onChoose={choose} />
          <Days search={search} onChange={onChange}>
            {list.hasMore && (
              <button type="button" aria-disabled={list.isFetching} onClick={list.loadMore}>
                Show older snapshots
              </button>
            )}
          </Days>
        </details>
      )}
    </section>
  )
}

interface DaysProps extends Pick<SnapshotChoiceProps, 'search' | 'onChange'> {
  children: ReactNode
}

/** Compares the last snapshots of two days, for users who know the days but not the publications. */
function Days({ search: { from, to }, onChange, children }: DaysProps): ReactNode {
  return (
    <div className="compared-days">
      <details open={from !== undefined || to !== undefined}>
        <summary>Choose by day</summary>
        <div>
          <TextFilter
            type="date"
            label="From (end of the UTC day)"
            value={from}
            onChange={(day) => onChange({ from: day, fromSnapshotId: undefined })}
          />
          <TextFilter
            type="date"
            label="To (end of the UTC day)"
            value={to}
            onChange={(day) => onChange({ to: day, toSnapshotId: undefined })}
          />
        </div>
      </details>
      {children}
    </div>
  )
}

/** Both sides as the API resolved them, with or without their snapshots in the list. */
export interface ComparedSides {
  from: ComparedSnapshot
  to: ComparedSnapshot
}

interface Compared {
  list: ListState<BomSnapshot>
  /** The loaded snapshots, from the oldest to the newest. */
  snapshots: readonly BomSnapshot[]
  /** The indexes of the compared snapshots, or null while they are unknown or older than the loaded ones. */
  pair: Pair | null
}

/** The snapshots and the compared pair: the one of the URL immediately, else once the API has resolved it. */
function useCompared({ fromSnapshotId, toSnapshotId }: Comparison, sides: ComparedSides | null): Compared {
  const list = useSnapshots()
  const snapshots = useMemo(() => list.rows.toReversed(), [list.rows])
  const indexOf = (id: string | undefined) => snapshots.findIndex(({ snapshotId }) => snapshotId === id)
  const pair = {
    from: indexOf(fromSnapshotId ?? sides?.from.snapshotId),
    to: indexOf(toSnapshotId ?? sides?.to.snapshotId),
  }
  return { list, snapshots, pair: pair.from < 0 || pair.to < 0 ? null : pair }
}

interface ChosenSnapshotProps {
  name: string
  compared: ComparedSnapshot | undefined
  /** The snapshot with its counts, if it is among the loaded ones. */
  snapshot: BomSnapshot | undefined
}

/** One of the two compared snapshots: its time of completion, number, source, and counts. */
function ChosenSnapshot({ name, compared, snapshot }: ChosenSnapshotProps): ReactNode {
  const { completedAt } = snapshot ?? compared ?? {}
  return (
    <p className="chosen-snapshot">
      <span>
        <span className="quiet">{name}</span> <b>{completedAt === undefined ? '…' : <Time value={completedAt} />}</b>
      </span>
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
