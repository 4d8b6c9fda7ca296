import type { PositionException } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { fieldName, formatCode } from '../../../format/names.ts'
import { StatusMark } from '../../../parts/marks.tsx'
import { Amount, Nothing, Time } from '../../../parts/values.tsx'
import type { Column } from '../../../table/column.ts'
import { EndName, endText, TwoLines } from '../end-name.tsx'
import { severities } from '../materials-search.ts'
import { parseValue } from './exceptions.ts'

/** Two lines per row, for example the code of a material above its label. */
export const exceptionColumns: readonly Column<PositionException>[] = [
  {
    name: 'Severity',
    width: '6.5rem',
    cell: ({ severity }) => <StatusMark status={severity} />,
    values: ({ severity }) => ({ Severity: formatCode(severity) }),
    rank: ({ severity }) => severities.indexOf(severity),
  },
  {
    name: 'What',
    width: 'minmax(10.5rem, 1fr)',
    cell: ({ code, measure, systems }) => (
      <TwoLines
        first={formatCode(code)}
        second={[measure === null ? null : fieldName(measure), systems.join(', ')].filter(Boolean).join(' · ')}
      />
    ),
    values: ({ code, measure, systems }) => ({
      Exception: formatCode(code),
      Measure: measure && fieldName(measure),
      Systems: systems.join(', '),
    }),
  },
  {
    name: 'Material',
    width: 'minmax(9rem, 1fr)',
    cell: ({ material }) => <EndName end={material} />,
    values: ({ material }) => ({ Material: material?.code ?? null, 'Material label': material?.label ?? null }),
  },
  {
    name: 'Factory',
    width: 'minmax(9rem, 1fr)',
    cell: ({ factory }) => <EndName end={factory} />,
    values: ({ factory }) => ({ Factory: factory?.code ?? null, 'Factory label': factory?.label ?? null }),
  },
  {
    name: 'Expected / observed',
    width: '10.5rem',
    align: 'right',
    cell: ({ expected, observed, uom }) => (
      <span className="two-lines both">
        <ExceptionValue value={expected} uom={uom} />
        <ExceptionValue value={observed} uom={uom} />
      </span>
    ),
    values: ({ expected, observed, uom }) => ({
      Expected: expected,
      Observed: observed,
      Unit: [expected, observed].some((one) => parseValue(one, uom).kind === 'amount') ? uom : null,
    }),
  },
  {
    name: 'Difference',
    width: '10rem',
    align: 'right',
    cell: ({ delta, uom }) => <Amount value={delta} unit={uom} withSign />,
    values: ({ delta, uom }) => ({ Difference: delta, 'Unit of the difference': uom }),
  },
  {
    name: 'Supplier, steward',
    width: 'minmax(9rem, 1fr)',
    cell: ({ supplier, steward }) => (
      <TwoLines first={supplier === null ? '–' : endText(supplier)} second={steward ?? 'no steward'} />
    ),
    values: ({ supplier, steward }) => ({ Supplier: supplier && endText(supplier), Steward: steward }),
  },
  {
    name: 'Since',
    width: '10.5rem',
    cell: ({ firstSeenAt }) => <Time value={firstSeenAt} />,
    values: ({ firstSeenAt }) => ({ Since: firstSeenAt }),
  },
]

/** An expected or observed value, formatted as a quantity, a time, or a text. */
export function ExceptionValue({ value, uom }: { value: string | null; uom: PositionException['uom'] }): ReactNode {
  const parsed = parseValue(value, uom)
  if (parsed.kind === 'nothing') return <Nothing />
  if (parsed.kind === 'amount') return <Amount value={parsed.value} unit={parsed.unit} />
  if (parsed.kind === 'time') return <Time value={parsed.value} />
  return <span>{parsed.value}</span>
}
