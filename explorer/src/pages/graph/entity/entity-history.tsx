import type { Change } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { hidesContent } from '../../../failures/passing-cause.ts'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { Empty, Problem, Skeleton } from '../../../parts/states.tsx'
import { type ListState, useList } from '../../../parts/use-list.ts'
import { Fact, Time } from '../../../parts/values.tsx'
import { changeText } from '../graph-text.ts'

/** The size of a page. It is the largest that the API allows, because the newest changes are at the end of its list. */
const LOADED = 1000
/** The most changes that are shown. */
const SHOWN = 200

const KEPT = 'The service keeps changes for 30 days by default.'

/** The changes of an entity, the newest first. A deleted entity has them too. */
export function EntityHistory({ entityId }: { entityId: string }): ReactNode {
  const list = useList('listChanges', { entityId }, { limit: LOADED })
  return (
    <section className="history" aria-labelledby="history">
      <h2 id="history">History</h2>
      <Changes list={list} />
    </section>
  )
}

function Changes({ list }: { list: ListState<Change> }): ReactNode {
  const { rows, isPending, isLoaded, isFetching, error, hasMore, loadMore, refetch } = list
  if (rows.length === 0 && hidesContent(error, isLoaded)) return <Problem error={error} onRetry={refetch} />
  if (isPending) return <Skeleton lines={3} />
  if (rows.length === 0) {
    return (
      <Empty title="No changes of this entity are recorded.">
        {KEPT} Data that was loaded before the service began to record changes has none.
      </Empty>
    )
  }
  return (
    <>
      {hasMore && (
        <p className="notice">
          The {formatCount(rows.length, 'oldest change', 'oldest changes')} are loaded, and later ones exist.{' '}
          <button type="button" aria-disabled={isFetching} onClick={loadMore}>
            Load later changes
          </button>
        </p>
      )}
      {hidesContent(error, true) && <Problem error={error} onRetry={refetch} />}
      <ol>
        {rows
          .slice(-SHOWN)
          .reverse()
          .map((change) => (
            <ChangeItem key={change.changeId} change={change} />
          ))}
      </ol>
      <End rows={rows} />
    </>
  )
}

function ChangeItem({ change }: { change: Change }): ReactNode {
  const { appliedAt, changedAt, source, revision } = change
  return (
    <li>
      <b>{changeText(change)}</b>
      <dl>
        <Fact name="Applied">
          <Time value={appliedAt} />
        </Fact>
        <Fact name="Changed in the source">
          <Time value={changedAt} />
        </Fact>
        <Fact name="Source">
          {source.system} {source.instance}
        </Fact>
        <Fact name="Record">{source.recordId}</Fact>
        {revision !== null && <Fact name="Revision">{formatNumber(revision)}</Fact>}
      </dl>
    </li>
  )
}

/** Why the list ends, unless it ends with the creation of the entity. */
function End({ rows }: { rows: readonly Change[] }): ReactNode {
  if (rows.length > SHOWN) {
    return (
      <p className="quiet">
        Shows the newest {SHOWN} of {formatCount(rows.length, 'loaded change')}. To read earlier ones, use{' '}
        <a href="/docs/reference#listChanges">listChanges</a>.
      </p>
    )
  }
  return rows[0]?.op !== 'created' && <p className="quiet">Earlier changes are not available. {KEPT}</p>
}
