import { Link } from '@tanstack/react-router'
import type { IngestRejection } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { Card } from '../../parts/layout.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { Loaded } from '../../parts/states.tsx'
import { Time } from '../../parts/values.tsx'
import { eventsOf } from '../ingest/ingest-rows.ts'
import { reads, useOverview } from './overview-reads.ts'

/** The rejected events by reason, each with its newest example. */
export function RejectionsCard(): ReactNode {
  const rejections = useOverview(reads.rejections)
  return (
    <Card
      title={
        <Link to="/ingest" search={{ list: 'rejections' }}>
          Rejected events
        </Link>
      }
      aside="of the last 30 days"
    >
      <Loaded query={rejections} lines={4}>
        {({ data, links }) =>
          data.length === 0 ? (
            <p className="quiet">No rejected events.</p>
          ) : (
            <Causes rows={data} hasMore={links.next !== null} />
          )
        }
      </Loaded>
    </Card>
  )
}

function Causes({ rows, hasMore }: { rows: readonly IngestRejection[]; hasMore: boolean }): ReactNode {
  const byReason = [...Map.groupBy(rows, ({ reason }) => reason)]
  const causes = byReason.map(([reason, all]) => ({ reason, newest: all[0], count: eventsOf(all) }))
  return (
    <>
      <p>{hasMore ? `The latest ${formatNumber(eventsOf(rows))}` : formatCount(eventsOf(rows), 'event')}, by cause:</p>
      <ul className="lines">
        {causes.map(({ reason, newest, count }) => (
          <li key={reason}>
            <Link to="/ingest" search={{ list: 'rejections' }}>
              {formatCode(reason)}
            </Link>
            <span>{formatNumber(count)}</span>
            {newest && (
              <small title={newest.detail}>
                <Time value={newest.at} withAge />: {newest.detail}
              </small>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The last exports of the organization. */
export function ExportsCard(): ReactNode {
  return (
    <Card title={<Link to="/exports">Last exports</Link>}>
      <Loaded query={useOverview(reads.exports)} lines={5}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="quiet">No exports yet.</p>
          ) : (
            <ul className="lines">
              {data.map(({ exportId, kind, status, createdAt, rowCount }) => (
                <li key={exportId}>
                  <Link to="/exports" search={{ exportId }}>
                    {formatCode(kind)}
                  </Link>
                  <StatusMark status={status} />
                  <small>
                    <Time value={createdAt} withAge />
                    {rowCount !== null && `, ${formatCount(rowCount, 'row')}`}
                  </small>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
