import type { ReactNode } from 'react'
import { TextFilter } from '../../../parts/forms/filters.tsx'
import { Card } from '../../../parts/page/card.tsx'
import { Empty } from '../../../parts/page/empty.tsx'
import { Problem } from '../../../parts/page/problem.tsx'
import type { ChangesSearch } from '../changes-search.ts'
import { movePair, type Pair } from './choose-pair.ts'
import { ChosenSnapshot } from './chosen-snapshot.tsx'
import { Timeline } from './timeline.tsx'
import { type ComparedSides, useCompared } from './use-compared.ts'

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
