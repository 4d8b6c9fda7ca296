import { Link } from '@tanstack/react-router'
import type { Freshness } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount } from '../../format/format-count.ts'
import { StatusMark } from '../../parts/marks/status-mark.tsx'
import { type FreshnessSearch, freshnessStatuses } from './freshness-search.ts'
import { isLate } from './late-first.ts'

interface FreshnessCountsProps {
  rows: readonly Freshness[]
  /** False when there are more datasets than were read. */
  isWhole: boolean
  status: FreshnessSearch['status']
}

/** How many datasets are late, and how many are what; each count filters the list, and once more takes the filter back. */
export function FreshnessCounts({ rows, isWhole, status }: FreshnessCountsProps): ReactNode {
  const late = rows.filter(isLate).length
  const all = `${formatCount(rows.length, 'dataset')}${isWhole ? '' : ' loaded'}`
  return (
    <div className="freshness-counts">
      {late === 0 ? (
        <p className="all-right">
          <span aria-hidden="true">✓</span> {rows.length === 1 ? 'The dataset is fresh.' : `All ${all} are fresh.`}
        </p>
      ) : (
        <p>
          <b>
            {late.toLocaleString('en-GB')} of {all} {late === 1 ? 'is' : 'are'} late
          </b>{' '}
          (stale or unknown).
        </p>
      )}
      <ul className="figures">
        {freshnessStatuses.map((one) => (
          <li key={one}>
            <Link
              to="/freshness"
              search={{ status: one === status ? undefined : one }}
              aria-current={one === status ? 'true' : undefined}
            >
              <StatusMark status={one} text={`${rows.filter((row) => row.status === one).length} ${one}`} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
