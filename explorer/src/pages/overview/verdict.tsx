import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { loadingText } from '../../format/times.ts'
import { useRead } from '../../parts/use-read.ts'
import { useHasScope } from '../../session/session-context.tsx'
import { type Concern, openExceptions, recentRejections, staleness } from './concerns.ts'
import { reads, useOverview } from './overview-reads.ts'

/** One sentence: that nothing needs attention, or what does, each with a link. Nothing until all of it is known. */
export function Verdict(): ReactNode {
  const seesIngest = useHasScope('ingest:read')
  const concerns = useConcerns()
  if (concerns === null) return null
  if (concerns.length > 0) return <NotAllRight concerns={concerns} />
  const events = seesIngest ? ', and no events were rejected in the last 24 hours' : ''
  return (
    <p className="all-right">
      <span aria-hidden="true">✓</span> All good: all datasets are fresh, no exceptions are open{events}.
    </p>
  )
}

function NotAllRight({ concerns }: { concerns: readonly Concern[] }): ReactNode {
  return (
    <p className="not-all-right">
      <span aria-hidden="true">!</span> Needs attention:{' '}
      {concerns.map(({ text, to, search }, at) => (
        <Fragment key={text}>
          {at > 0 && (at === concerns.length - 1 ? ', and ' : ', ')}
          <Link to={to} search={search}>
            {text}
          </Link>
        </Fragment>
      ))}
      .
    </p>
  )
}

/** What needs attention, as far as the scopes of the token show. Null until all responses are loaded. */
function useConcerns(): Concern[] | null {
  const seesIngest = useHasScope('ingest:read')
  const { data: freshness } = useOverview(reads.freshness)
  const { data: exceptions } = useOverview(reads.exceptions)
  const { data: rejections } = useOverview(reads.rejections)
  const critical = useRead(
    'summarizeMaterialPositionExceptions',
    { status: 'open', severity: 'critical' },
    { enabled: (exceptions?.data.counts.severity.critical ?? 0) > 0 },
  )
  if (freshness === undefined || exceptions === undefined) return null
  if (seesIngest && rejections === undefined) return null
  // While much is still being loaded, every other message would be premature.
  const { lagSeconds } = freshness.meta.projector
  if (lagSeconds === null || loadingText(lagSeconds) !== null) return null
  return [
    ...staleness(freshness.data),
    ...openExceptions(exceptions.data.counts, critical.data?.data.counts ?? null),
    ...(rejections ? recentRejections(rejections.data, rejections.links.next !== null, Date.now()) : []),
  ]
}
