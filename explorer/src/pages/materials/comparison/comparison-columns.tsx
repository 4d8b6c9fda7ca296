import type { ReactNode } from 'react'
import { fieldName, formatCode } from '../../../format/names.ts'
import { StatusMark } from '../../../parts/marks.tsx'
import type { Column } from '../../../parts/table.tsx'
import { Amount } from '../../../parts/values.tsx'
import { EndName } from '../end-name.tsx'
import type { MaterialsSearch } from '../materials-search.ts'
import type { DifferenceRow } from './comparison.ts'

const material: Column<DifferenceRow> = {
  name: 'Material',
  width: 'minmax(11rem, 1fr)',
  cell: (row) => <EndName end={row.material} />,
}
const factory: Column<DifferenceRow> = {
  name: 'Factory',
  width: 'minmax(11rem, 1fr)',
  cell: (row) => <EndName end={row.factory} />,
}

/** The two compared values with their systems, and the difference. Values that the filters fix have no column. */
export function comparisonColumns(search: MaterialsSearch): readonly Column<DifferenceRow>[] {
  const ends = [search.material === undefined ? material : null, search.factory === undefined ? factory : null]
  const [verdict, ...others] = columns
  return [...(verdict ? [verdict] : []), ...ends.filter((one) => one !== null), ...others]
}

const columns: readonly Column<DifferenceRow>[] = [
  {
    name: 'Verdict',
    width: '9.5rem',
    cell: ({ verdict }) => <StatusMark status={verdict} text={formatCode(verdict)} />,
  },
  { name: 'Measure', width: '6.5rem', cell: ({ difference }) => fieldName(difference.measure) },
  {
    name: 'Baseline',
    width: 'minmax(10.5rem, 1fr)',
    align: 'right',
    cell: ({ difference: { baseline, baselineSystem }, baselineUnit }) => (
      <OfSystem value={baseline} unit={baselineUnit} system={baselineSystem} />
    ),
  },
  {
    name: 'Other',
    width: 'minmax(10.5rem, 1fr)',
    align: 'right',
    cell: ({ difference: { other, otherSystem }, otherUnit }) => (
      <OfSystem value={other} unit={otherUnit} system={otherSystem} />
    ),
  },
  {
    name: 'Difference',
    width: 'minmax(11rem, 1fr)',
    align: 'right',
    cell: ({ difference: { delta, uom } }) => <Amount value={delta} unit={uom} withSign />,
  },
  {
    name: 'Percent',
    width: 'minmax(9.5rem, 1fr)',
    align: 'right',
    cell: ({ difference: { deltaPercent } }) => <Amount value={deltaPercent} unit="%" withSign />,
  },
]

function OfSystem({ value, unit, system }: { value: string | null; unit: string | null; system: string }): ReactNode {
  return (
    <span className="two-lines">
      <Amount value={value} unit={unit} />
      <small>{system}</small>
    </span>
  )
}
