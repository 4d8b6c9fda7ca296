import { Link } from '@tanstack/react-router'
import type { BomSnapshot, ComparedSnapshot } from '@tenant-data/client'
import { type ReactNode, useMemo } from 'react'
import { formatCount } from '../../format/numbers.ts'
import { TextFilter } from '../../parts/filters.tsx'
import { Card } from '../../parts/layout.tsx'
import { Empty, Problem } from '../../parts/states.tsx'
import { type ListState, useList } from '../../parts/use-list.ts'
import { Time } from '../../parts/values.tsx'
import type { ChangesSearch, Comparison } from './changes-search.ts'
import { Timeline } from './timeline.tsx'
import { movePair, type Pair } from './timeline-places.ts'

interface SnapshotChoiceProps {
  search: ChangesSearch
  sides: ComparedSides | null
  onChange: (change: Partial<ChangesSearch>) => void
}

const byDefault = { from: undefined, to: undefined, fromSnapshotId: undefined, toSnapshotId: undefined }

/** Which two snapshots are compared: on a line of time, by days, or the next pair of the same distance. */
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
  const isDefault = Object.keys(byDefault).every((name) => search[name as keyof typeof byDefault] === undefined)
  return (
    <Card
      title="Compared snapshots"
      aside={
        <span className="compared-steps">
          {step('Previous pair', -1)}
          {step('Next pair', 1)}
          <button type="button" aria-disabled={isDefault} onClick={() => !isDefault && onChange(byDefault)}>
            Last two
          </button>
        </span>
      }
    >
      <div className="compared">
        <ChosenSnapshot name="From" compared={sides?.from} snapshot={pair ? snapshots[pair.from] : undefined} />
        <ChosenSnapshot name="To" compared={sides?.to} snapshot={pair ? snapshots[pair.to] : undefined} />
      </div>
      {list.error !== null && <Problem error={list.error} onRetry={list.refetch} />}
      {list.first?.data.length === 0 ? (
        <Empty title="No BOM published yet.">
          Snapshots appear here when a BOM publication completes.{' '}
          <a href="/docs/send/publish-a-bom">How to publish a BOM</a>
        </Empty>
      ) : (
        <Timeline snapshots={snapshots} pair={pair} onChoose={choose} />
      )}
      <Days search={search} onChange={onChange}>
        {list.hasMore && (
          <button type="button" aria-disabled={list.isFetching} onClick={list.loadMore}>
            Show older snapshots
          </button>
        )}
      </Days>
    </Card>
  )
}

interface DaysProps extends Pick<SnapshotChoiceProps, 'search' | 'onChange'> {
  children: ReactNode
}

/** The last snapshots of two days, for those who know the days but not the publications. */
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

/** Both sides as the API resolved them, before their snapshots are found in the list. */
interface ComparedSides {
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
function useCompared({ fromSnapshotId, toSnapshotId }: Comparison, sides: ComparedSides | null): Compared {
  const list = useList('listBomSnapshots', {}, { limit: 100 })
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
  /** With its counts, once it was found in the list. */
  snapshot: BomSnapshot | undefined
}

/** One of the two snapshots that are compared: when it was completed, its number, its source, and how much is in it. */
function ChosenSnapshot({ name, compared, snapshot }: ChosenSnapshotProps): ReactNode {
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
