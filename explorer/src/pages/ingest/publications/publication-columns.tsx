import type { IngestPublication } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../../format/format-count.ts'
import { formatSpan } from '../../../format/format-time.ts'
import { StatusMark } from '../../../parts/marks/status-mark.tsx'
import { Nothing, Time } from '../../../parts/marks/time.tsx'
import type { Column } from '../../../parts/table/table.tsx'
import { comparedCounts } from './compared-counts.ts'

/** The columns of the publications; what came is beside what was said to come. */
export const publicationColumns: readonly Column<IngestPublication>[] = [
  { name: 'State', width: '8.5rem', cell: ({ state }) => <StatusMark status={state} /> },
  {
    name: 'Publication',
    width: '16rem',
    cell: ({ publicationNumber, snapshotId }) => (
      <>
        {publicationNumber === null ? 'without a number' : `Snapshot ${publicationNumber}`}
        <small>
          <code>{snapshotId}</code>
        </small>
      </>
    ),
  },
  {
    name: 'Source',
    width: 'minmax(8rem, 1fr)',
    cell: ({ source, sourceRunId }) => (
      <>
        {source}
        <small>{sourceRunId}</small>
      </>
    ),
  },
  {
    name: 'Started',
    width: '10.5rem',
    cell: ({ startedAt, endedAt }) => (
      <>
        <Time value={startedAt} />
        <small>{endedAt === null ? 'in progress' : `took ${spanBetween(startedAt, endedAt)}`}</small>
      </>
    ),
  },
  { name: 'Yields received', width: '9rem', align: 'right', cell: (row) => <Seen publication={row} /> },
  {
    name: 'Reason',
    width: 'minmax(14rem, 2fr)',
    cell: ({ reason, detail }) =>
      reason === null ? (
        <Nothing />
      ) : (
        <>
          {formatCode(reason)}
          <small className="long" title={detail ?? undefined}>
            {detail}
          </small>
        </>
      ),
  },
]

const spanBetween = (from: string, to: string) => formatSpan((Date.parse(to) - Date.parse(from)) / 1000)

function Seen({ publication }: { publication: IngestPublication }): ReactNode {
  const { seen, expected } = publication
  if (seen === null) return <Nothing />
  const differs = comparedCounts(publication).some(({ isSame }) => isSame === false)
  return (
    <>
      {seen.rowCount.toLocaleString('en-GB')}
      <small className={differs ? 'differs' : undefined}>
        {expected === null ? 'not reported' : `${differs ? '≠ ' : ''}of ${expected.rowCount.toLocaleString('en-GB')}`}
      </small>
    </>
  )
}
