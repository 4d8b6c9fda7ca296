import { Link } from '@tanstack/react-router'
import type { IngestSource } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount } from '../../../format/format-count.ts'
import { formatSpan } from '../../../format/format-time.ts'
import { Nothing, Time } from '../../../parts/marks/time.tsx'
import type { Column } from '../../../parts/table/table.tsx'

/** The columns of the sources. */
export const sourceColumns: readonly Column<IngestSource>[] = [
  {
    name: 'Source',
    width: 'minmax(11rem, 2fr)',
    cell: ({ source, types }) => (
      <>
        {source}
        <small>{formatCount(types.length, 'type')} of events</small>
      </>
    ),
  },
  { name: 'Last event', width: '10.5rem', cell: ({ lastEventAt }) => <Time value={lastEventAt} /> },
  {
    name: 'Since last event',
    width: '9rem',
    align: 'right',
    cell: ({ lagSeconds }) => (lagSeconds === null ? <Nothing /> : formatSpan(lagSeconds)),
  },
  { name: 'Applied', width: '8rem', align: 'right', cell: ({ applied }) => applied.toLocaleString('en-GB') },
  { name: 'Duplicate or outdated', width: '8rem', align: 'right', cell: ({ stale }) => stale.toLocaleString('en-GB') },
  { name: 'Rejected', width: '8rem', align: 'right', cell: (row) => <Rejected row={row} /> },
]

function Rejected({ row: { source, rejected } }: { row: IngestSource }): ReactNode {
  if (rejected === 0) return '0'
  return (
    // A click on the row opens it.
    <Link to="/ingest" search={{ list: 'rejections', source }} onClick={(event) => event.stopPropagation()}>
      <b className="differs">{rejected.toLocaleString('en-GB')}</b>
    </Link>
  )
}
