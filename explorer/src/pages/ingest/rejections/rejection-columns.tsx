import type { IngestRejection } from '@tenant-data/client'
import { formatCode, formatCount } from '../../../format/format-count.ts'
import { StatusMark } from '../../../parts/marks/status-mark.tsx'
import { Nothing, Time } from '../../../parts/marks/time.tsx'
import type { Column } from '../../../parts/table/table.tsx'
import { logPosition } from './log-position.ts'

/** The columns of the rejections. */
export const rejectionColumns: readonly Column<IngestRejection>[] = [
  { name: 'Received', width: '10.5rem', cell: ({ at }) => <Time value={at} /> },
  {
    name: 'Reason',
    width: '12rem',
    cell: ({ reason }) => <StatusMark status="rejected" text={formatCode(reason)} />,
  },
  {
    name: 'Subject, source',
    width: 'minmax(11rem, 1fr)',
    cell: ({ subject, source }) => (
      <>
        {subject ?? <Nothing />}
        <small>{source}</small>
      </>
    ),
  },
  {
    name: 'Type, topic position',
    width: 'minmax(17rem, 1fr)',
    cell: (row) => (
      <>
        {row.type ?? <Nothing />}
        <small>{logPosition(row)}</small>
      </>
    ),
  },
  {
    name: 'Errors',
    width: 'minmax(16rem, 2fr)',
    cell: ({ detail, faults }) => (
      <>
        <span className="long" title={detail}>
          {detail}
        </span>
        <small>{faults.length > 0 && `${formatCount(faults.length, 'invalid field')}`}</small>
      </>
    ),
  },
]
