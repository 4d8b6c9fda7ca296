import type { PositionComparison } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode, formatCount } from '../../../format/format-count.ts'
import { StatusMark } from '../../../parts/marks/status-mark.tsx'
import { verdicts } from '../materials-search.ts'

interface ComparisonVerdictsProps {
  comparisons: readonly PositionComparison[]
  /** How many pairs there are, read or not. */
  pairs: number
}

/** The verdicts of the API, one a pair: that of its most telling measure. */
export function ComparisonVerdicts({ comparisons, pairs }: ComparisonVerdictsProps): ReactNode {
  const isStale = comparisons.some(({ warnings }) => warnings.includes('stale_source'))
  const isConverted = comparisons.some(({ warnings }) => warnings.includes('uom_converted'))
  const ofAll = comparisons.length < pairs ? ` of ${pairs.toLocaleString('en-GB')}` : ''
  return (
    <div className="toolbar">
      <ul className="figures" aria-label="Verdicts of pairs">
        {verdicts.map((verdict) => {
          const count = comparisons.filter((one) => one.verdict === verdict).length
          if (count === 0) return null
          return (
            <li key={verdict}>
              <StatusMark
                status={verdict}
                text={`${formatCount(count, 'pair')}${ofAll}: ${formatCode(verdict).toLowerCase()}`}
              />
            </li>
          )
        })}
        {isStale && (
          <li>
            <StatusMark status="stale" text="a source is stale" />
          </li>
        )}
      </ul>
      {isConverted && (
        <span className="quiet">Amounts in other units were converted to the base unit without rounding.</span>
      )}
    </div>
  )
}
