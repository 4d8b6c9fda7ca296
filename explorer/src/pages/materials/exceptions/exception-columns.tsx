import type { PositionException } from '@tenant-data/client'
import { fieldName } from '../../../format/field-name.ts'
import { formatCode } from '../../../format/format-count.ts'
import { Amount } from '../../../parts/marks/amount.tsx'
import { StatusMark } from '../../../parts/marks/status-mark.tsx'
import { Time } from '../../../parts/marks/time.tsx'
import type { Column } from '../../../parts/table/table.tsx'
import { EndName, TwoLines } from '../end-name.tsx'
import { SaidValue } from './said-value.tsx'

/** Two lines a row: the code as people know it, and what it is called. */
export const exceptionColumns: readonly Column<PositionException>[] = [
  { name: 'Severity', width: '6.5rem', cell: ({ severity }) => <StatusMark status={severity} /> },
  {
    name: 'What',
    width: 'minmax(11rem, 1fr)',
    cell: ({ code, measure, systems }) => (
      <TwoLines
        first={formatCode(code)}
        second={[measure === null ? null : fieldName(measure), systems.join(', ')].filter(Boolean).join(' · ')}
      />
    ),
  },
  { name: 'Material', width: 'minmax(10rem, 1fr)', cell: ({ material }) => <EndName end={material} /> },
  { name: 'Factory', width: 'minmax(10rem, 1fr)', cell: ({ factory }) => <EndName end={factory} /> },
  {
    name: 'Expected / observed',
    width: '11rem',
    align: 'right',
    cell: ({ expected, observed, uom }) => (
      <span className="two-lines both">
        <SaidValue value={expected} uom={uom} />
        <SaidValue value={observed} uom={uom} />
      </span>
    ),
  },
  {
    name: 'Difference',
    width: '10.5rem',
    align: 'right',
    cell: ({ delta, uom }) => <Amount value={delta} unit={uom} withSign />,
  },
  { name: 'Since', width: '10.5rem', cell: ({ firstSeenAt }) => <Time value={firstSeenAt} /> },
]
