import type { ReactNode } from 'react'
import { fieldName, formatCode } from '../../../format/names.ts'
import { StatusMark } from '../../../parts/marks.tsx'
import { Amount } from '../../../parts/values.tsx'
import type { Column } from '../../../table/column.ts'
import { EndName } from '../end-name.tsx'
import { type MaterialsSearch, verdicts } from '../materials-search.ts'
import type { DifferenceRow } from './comparison.ts'

const material: Column<DifferenceRow> = {
  name: 'Material',
  width: 'minmax(11rem, 1fr)',
  cell: (row) => <EndName end={row.material} />,
  values: ({ material: { code, label } }) => ({ Material: code, 'Material label': label }),
}
const factory: Column<DifferenceRow> = {
  name: 'Factory',
  width: 'minmax(11rem, 1fr)',
  cell: (row) => <EndName end={row.factory} />,
  values: ({ factory: { code, label } }) => ({ Factory: code, 'Factory label': label }),
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
    values: ({ verdict }) => ({ Verdict: formatCode(verdict) }),
    rank: ({ verdict }) => verdicts.indexOf(verdict),
  },
  {
    name: 'Measure',
    width: '6.5rem',
    cell: ({ difference }) => fieldName(difference.measure),
    values: ({ difference }) => ({ Measure: fieldName(difference.measure) }),
  },
  {
    name: 'Baseline',
    width: 'minmax(10.5rem, 1fr)',
    align: 'right',
    cell: ({ difference: { baseline, baselineSystem }, baselineUnit }) => (
      <OfSystem value={baseline} unit={baselineUnit} system={baselineSystem} />
    ),
    values: ({ difference: { baseline, baselineSystem }, baselineUnit }) => ({
      Baseline: baseline,
      'Baseline unit': baselineUnit,
      'Baseline system': baselineSystem,
    }),
  },
  {
    name: 'Other',
    width: 'minmax(10.5rem, 1fr)',
    align: 'right',
    cell: ({ difference: { other, otherSystem }, otherUnit }) => (
      <OfSystem value={other} unit={otherUnit} system={otherSystem} />
    ),
    values: ({ difference: { other, otherSystem }, otherUnit }) => ({
      Other: other,
      'Other unit': otherUnit,
      'Other system': otherSystem,
    }),
  },
  {
    name: 'Difference',
    width: 'minmax(11rem, 1fr)',
    align: 'right',
    cell: ({ difference: { delta, uom } }) => <Amount value={delta} unit={uom} withSign />,
    values: ({ difference: { delta, uom } }) => ({ Difference: delta, 'Unit of the difference': uom }),
  },
  {
    name: 'Percent',
    width: 'minmax(9.5rem, 1fr)',
    align: 'right',
    cell: ({ difference: { deltaPercent } }) => <Amount value={deltaPercent} unit="%" withSign />,
    values: ({ difference: { deltaPercent } }) => ({ Percent: deltaPercent }),
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
