import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCode, formatCount } from '../../format/format-count.ts'
import { formatSpan } from '../../format/format-time.ts'
import { StatusMark } from '../../parts/marks/status-mark.tsx'
import { Card } from '../../parts/page/card.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Loaded } from '../../parts/page/loaded.tsx'
import { useFreshness } from './use-overview.ts'

const SHOWN = 5
const statuses = ['fresh', 'stale', 'unknown'] as const

/** How many datasets are fresh, and which are not. */
export function FreshnessCard(): ReactNode {
  const freshness = useFreshness()
  const lag = freshness.data?.meta.projector.lagSeconds ?? null
  return (
    <Card
      title={<Link to="/freshness">Freshness</Link>}
      aside={lag !== null && (lag === 0 ? 'all events applied' : `${formatSpan(lag)} behind`)}
    >
      <Loaded query={freshness} lines={5}>
        {({ data }) => {
          const late = data.filter(({ status }) => status !== 'fresh')
          return data.length === 0 ? (
            <Empty title="No datasets declared." />
          ) : (
            <>
              <ul className="figures">
                {statuses.map((status) => (
                  <li key={status}>
                    <Link to="/freshness" search={{ status }}>
                      <StatusMark
                        status={status}
                        text={`${data.filter((one) => one.status === status).length} ${status}`}
                      />
                    </Link>
                  </li>
                ))}
              </ul>
              <ul className="lines">
                {late.slice(0, SHOWN).map(({ datasetId, status, lagSeconds, reason }) => (
                  <li key={datasetId}>
                    <span>{datasetId}</span>
                    <StatusMark
                      status={status}
                      text={lagSeconds === null ? formatCode(reason ?? status) : formatSpan(lagSeconds)}
                    />
                  </li>
                ))}
              </ul>
              {late.length > SHOWN && <p className="quiet">and {formatCount(late.length - SHOWN, 'dataset')} more</p>}
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}
