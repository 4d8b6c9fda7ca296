import type { Freshness } from '@tenant-data/client'
import { formatCode } from '../../format/format-count.ts'
import { StatusMark } from '../../parts/marks/status-mark.tsx'
import { Time } from '../../parts/marks/time.tsx'
import type { Column } from '../../parts/table/table.tsx'
import { reasonText } from './lag/freshness-text.ts'
import { LagBar } from './lag/lag-bar.tsx'

/** One row a dataset: how old it is, what was done last, and what comes next. */
export const freshnessColumns: readonly Column<Freshness>[] = [
  {
    name: 'Dataset',
    width: 'minmax(9.5rem, 1fr)',
    cell: ({ datasetId, sourceSystem }) => (
      <div className="two-lines">
        <b className="dataset-id" title={datasetId}>
          {datasetId}
        </b>
        {!datasetId.startsWith(`${sourceSystem}.`) && <span className="quiet">{sourceSystem}</span>}
      </div>
    ),
  },
  { name: 'Age', width: 'minmax(14.5rem, 1.6fr)', cell: (row) => <LagBar row={row} /> },
  { name: 'Last success', width: '10.5rem', cell: ({ lastSuccessAt }) => <Time value={lastSuccessAt} /> },
  {
    name: 'Last attempt',
    width: '10.5rem',
    cell: ({ lastAttemptAt, lastAttemptStatus }) => (
      <div className="two-lines">
        <Time value={lastAttemptAt} />
        {lastAttemptStatus !== null && (
          <span>
            <StatusMark status={lastAttemptStatus} />
          </span>
        )}
      </div>
    ),
  },
  {
    name: 'Next expected',
    width: '10.5rem',
    cell: ({ nextExpectedAt, evaluatedAt }) => (
      <div className="two-lines">
        <Time value={nextExpectedAt} />
        {nextExpectedAt !== null && nextExpectedAt < evaluatedAt && <span className="quiet">overdue</span>}
      </div>
    ),
  },
  {
    name: 'Reason',
    width: 'minmax(9rem, 1fr)',
    cell: ({ reason }) => reason && <span title={reasonText(reason) ?? undefined}>{formatCode(reason)}</span>,
  },
]
