import type { Freshness } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { formatSpan } from '../../format/times.ts'
import { StatusMark } from '../../parts/marks.tsx'
import { Time } from '../../parts/values.tsx'
import type { Column } from '../../table/column.ts'
import { lagScale, reasonText, thresholdText } from './dataset-lag.ts'

/** One row per dataset: its age, its last load, and its next expected load. */
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
    values: ({ datasetId, sourceSystem }) => ({ Dataset: datasetId, 'Source system': sourceSystem }),
  },
  {
    name: 'Age',
    width: 'minmax(14.5rem, 1.6fr)',
    cell: (row) => <LagBar row={row} />,
    values: ({ lagSeconds, status }) => ({ 'Age in seconds': lagSeconds, Status: formatCode(status) }),
  },
  {
    name: 'Last success',
    width: '10.5rem',
    cell: ({ lastSuccessAt }) => <Time value={lastSuccessAt} />,
    values: ({ lastSuccessAt }) => ({ 'Last success': lastSuccessAt }),
  },
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
    values: ({ lastAttemptAt, lastAttemptStatus }) => ({
      'Last attempt': lastAttemptAt,
      'Status of the last attempt': lastAttemptStatus,
    }),
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
    values: ({ nextExpectedAt }) => ({ 'Next expected': nextExpectedAt }),
  },
  {
    name: 'Reason',
    width: 'minmax(9rem, 1fr)',
    cell: ({ reason }) => reason && <span title={reasonText(reason) ?? undefined}>{formatCode(reason)}</span>,
    values: ({ reason }) => ({ Reason: reason && formatCode(reason) }),
  },
]

/** The age of a dataset as a bar with a mark at each threshold, and as text. */
export function LagBar({ row }: { row: Freshness }): ReactNode {
  const { status, severity, lagSeconds, reason } = row
  const scale = lagScale(row)
  const tone = { none: status === 'fresh' ? 'good' : 'plain', warn: 'warn', error: 'bad' }[severity]
  return (
    <div className="lag">
      <p>
        <StatusMark status={severity === 'error' ? 'error' : status} text={formatCode(status)} />{' '}
        {lagSeconds === null ? formatCode(reason ?? 'unknown') : formatSpan(lagSeconds, { isExact: true })}
      </p>
      {scale !== null && (
        <span className={`lag-track ${tone}`} aria-hidden="true">
          {scale.lag !== null && <span className="lag-fill" style={{ width: `${scale.lag * 100}%` }} />}
          {scale.warn !== null && <span className="lag-mark" style={{ left: `${scale.warn * 100}%` }} />}
          {scale.error !== null && <span className="lag-mark error" style={{ left: `${scale.error * 100}%` }} />}
        </span>
      )}
      <p className="quiet">{thresholdText(row)}</p>
    </div>
  )
}
