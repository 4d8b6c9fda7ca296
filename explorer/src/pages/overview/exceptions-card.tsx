import { Link } from '@tanstack/react-router'
import type { ExceptionCode, PositionExceptionCounts } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode, formatCount } from '../../format/format-count.ts'
import { Bar } from '../../parts/marks/bar.tsx'
import { StatusMark } from '../../parts/marks/status-mark.tsx'
import { Card } from '../../parts/page/card.tsx'
import { Loaded } from '../../parts/page/loaded.tsx'
import { useExceptions } from './use-overview.ts'

const SHOWN = 6
const severities = ['critical', 'high', 'medium', 'low'] as const

/** How many exceptions are open, by severity and by code. */
export function ExceptionsCard(): ReactNode {
  const exceptions = useExceptions()
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
              <StatusMark status={severity} text={`${counts.severity[severity].toLocaleString('en-GB')} ${severity}`} />
            </Link>
          </li>
        ))}
      </ul>
      <ul className="lines">
        {present.slice(0, SHOWN).map(([code, count]) => (
          <li key={code}>
            <Link to="/materials" search={{ code, status: 'open' }}>
              {formatCode(code)}
            </Link>
            <span>{count.toLocaleString('en-GB')}</span>
            <Bar value={String(count)} largest={most} />
          </li>
        ))}
      </ul>
      {present.length > SHOWN && <p className="quiet">and {formatCount(present.length - SHOWN, 'code')} more</p>}
    </>
  )
}
