import { Link } from '@tanstack/react-router'
import {
  type ExceptionCode,
  exceptionSeverityValues,
  freshnessStatusValues,
  type PositionExceptionCounts,
} from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { formatSpan } from '../../format/times.ts'
import { Card } from '../../parts/layout.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { Bar } from '../../parts/values.tsx'
import { reads, useOverview } from './overview-reads.ts'

const DATASETS_SHOWN = 5

/** The number of fresh datasets, and the datasets that are not fresh. */
export function FreshnessCard(): ReactNode {
  const freshness = useOverview(reads.freshness)
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
                {freshnessStatusValues.map((status) => (
                  <li key={status}>
                    <Link to="/freshness" search={{ status }}>
                      <StatusMark
                        status={status}
                        text={`${formatNumber(data.filter((one) => one.status === status).length)} ${status}`}
                      />
                    </Link>
                  </li>
                ))}
              </ul>
              <ul className="lines">
                {late.slice(0, DATASETS_SHOWN).map(({ datasetId, status, lagSeconds, reason }) => (
                  <li key={datasetId}>
                    <span>{datasetId}</span>
                    <StatusMark
                      status={status}
                      text={lagSeconds === null ? formatCode(reason ?? status) : formatSpan(lagSeconds)}
                    />
                  </li>
                ))}
              </ul>
              {late.length > DATASETS_SHOWN && (
                <p className="quiet">and {formatCount(late.length - DATASETS_SHOWN, 'dataset')} more</p>
              )}
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

const CODES_SHOWN = 6
const severities = exceptionSeverityValues.toReversed()

/** The number of open exceptions, by severity and by code. */
export function ExceptionsCard(): ReactNode {
  const exceptions = useOverview(reads.exceptions)
  const counts = exceptions.data?.data.counts
  return (
    <Card
      title={
        <Link to="/materials" search={{ status: 'open' }}>
          Open exceptions
        </Link>
      }
      aside={counts && formatCount(counts.exceptions, 'exception')}
    >
      <Loaded query={exceptions} lines={8}>
        {({ data }) =>
          data.counts.exceptions === 0 ? <p className="quiet">No open exceptions.</p> : <Counted counts={data.counts} />
        }
      </Loaded>
    </Card>
  )
}

function Counted({ counts }: { counts: PositionExceptionCounts }): ReactNode {
  const codes = Object.entries(counts.code) as [ExceptionCode, number][]
  const present = codes.filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a)
  const most = String(present[0]?.[1] ?? 0)
  return (
    <>
      <ul className="figures">
        {severities.map((severity) => (
          <li key={severity}>
            <Link to="/materials" search={{ severity, status: 'open' }}>
              <StatusMark status={severity} text={`${formatNumber(counts.severity[severity])} ${severity}`} />
            </Link>
          </li>
        ))}
      </ul>
      <ul className="lines">
        {present.slice(0, CODES_SHOWN).map(([code, count]) => (
          <li key={code}>
            <Link to="/materials" search={{ code, status: 'open' }}>
              {formatCode(code)}
            </Link>
            <span>{formatNumber(count)}</span>
            <Bar value={String(count)} largest={most} />
          </li>
        ))}
      </ul>
      {present.length > CODES_SHOWN && (
        <p className="quiet">and {formatCount(present.length - CODES_SHOWN, 'code')} more</p>
      )}
    </>
  )
}
