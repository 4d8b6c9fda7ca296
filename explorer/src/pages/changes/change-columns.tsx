import type { BomYieldChange } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { fieldName, formatCode } from '../../format/names.ts'
import { unitText } from '../../format/numbers.ts'
import { ChangeMark } from '../../parts/marks.tsx'
import { Amount, Bar, Nothing } from '../../parts/values.tsx'
import type { Column } from '../../table/column.ts'
import { lineText, otherFieldText } from './change-rows.ts'

/** The columns of the table of changes. `scale` is the percentage of a full bar. */
export function changeColumns(scale: string): readonly Column<BomYieldChange>[] {
  return [
    {
      name: 'Change',
      width: '6.25rem',
      cell: ({ changeType }) => <ChangeMark change={changeType} />,
      values: ({ changeType }) => ({ Change: formatCode(changeType) }),
    },
    {
      name: 'Style, SKU',
      width: 'minmax(9.5rem, 1fr)',
      cell: ({ style, sku }) => <TwoLines first={style} second={sku} />,
      values: ({ style, sku }) => ({ Style: style, SKU: sku }),
    },
    {
      name: 'Line',
      width: 'minmax(9.5rem, 1.3fr)',
      cell: (change) => <Line change={change} />,
      values: (change) => {
        const { placement, material } = lineText(change)
        return { Placement: placement, Material: material }
      },
    },
    {
      name: 'Before',
      width: '9rem',
      align: 'right',
      cell: (change) => <Side change={change} side="before" />,
      values: ({ before }) => ({
        'Gross yield before': before?.grossYield ?? null,
        'Unit before': before && unitText(before),
      }),
    },
    {
      name: '→ After',
      width: '9rem',
      align: 'right',
      cell: (change) => <Side change={change} side="after" />,
      values: ({ after }) => ({
        'Gross yield after': after?.grossYield ?? null,
        'Unit after': after && unitText(after),
      }),
    },
    {
      name: 'Size of the change',
      width: '9.75rem',
      cell: (change) => <ChangeSize change={change} scale={scale} />,
      values: ({ yieldDirection, delta }) => ({
        'Change in percent': delta?.grossPercent ?? null,
        Direction: yieldDirection && formatCode(yieldDirection),
      }),
    },
    {
      name: 'Changed fields',
      width: 'minmax(6rem, 1.2fr)',
      cell: (change) => <ChangedFields change={change} />,
      values: ({ changedFields }) => ({ 'Changed fields': changedFields.map(fieldName).join(', ') }),
    },
  ]
}

function TwoLines({ first, second }: { first: string; second: string }): ReactNode {
  return (
    <span className="two-lines">
      <span title={first}>{first}</span>
      <small title={second}>{second}</small>
    </span>
  )
}

function Line({ change }: { change: BomYieldChange }): ReactNode {
  const { placement, material } = lineText(change)
  return <TwoLines first={placement} second={material} />
}

function ChangedFields({ change: { changedFields } }: { change: BomYieldChange }): ReactNode {
  if (changedFields.length === 0) return <Nothing />
  const names = changedFields.map(fieldName).join(', ')
  return (
    <span className="changed-fields" title={names}>
      {names}
    </span>
  )
}

/** The gross yield before or after the change, and below it the value of another changed field. */
function Side({ change, side }: { change: BomYieldChange; side: 'before' | 'after' }): ReactNode {
  const row = change[side]
  const other = otherFieldText(change.changedFields, row)
  return (
    <span className="two-lines">
      <Amount value={row?.grossYield ?? null} unit={row && unitText(row)} />
      {other !== null && <small title={other}>{other}</small>}
    </span>
  )
}

interface ChangeSizeProps {
  change: BomYieldChange
  /** The percentage at which a bar is full. */
  scale: string
}

/**
 * The change of a gross yield as sign, word, and percentage, with a bar to the left if it decreased, else to the right.
 */
function ChangeSize({ change, scale }: ChangeSizeProps): ReactNode {
  const { yieldDirection, delta } = change
  if (yieldDirection === null) return <Nothing />
  const percent = yieldDirection === 'equal' ? null : (delta?.grossPercent ?? null)
  return (
    <span className="change-size">
      <ChangeMark change={yieldDirection}>
        {percent !== null && <Amount value={percent} unit="%" withSign />}
      </ChangeMark>
      {percent !== null && <ChangeBar change={change} scale={scale} />}
    </span>
  )
}

/** The bar of a change. It starts in the middle. */
export function ChangeBar({ change: { yieldDirection, delta }, scale }: ChangeSizeProps): ReactNode {
  const isLess = yieldDirection === 'decreased'
  return (
    <span className={isLess ? 'change-bar less' : 'change-bar'}>
      <Bar value={delta?.grossPercent ?? null} largest={scale} tone={isLess ? 'good' : 'bad'} />
    </span>
  )
}
