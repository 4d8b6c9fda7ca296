import { type BomYieldChange, changeTypeValues } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount } from '../../format/numbers.ts'
import { ChangeMark } from '../../parts/marks.tsx'
import type { GroupLevel } from '../../table/grouping.ts'
import { percentText } from './cause-text.ts'
import { lineText } from './change-rows.ts'

/** Rows by style, and the rows of a style by line: its placement and its material. */
export const changeGroups: readonly GroupLevel<BomYieldChange>[] = [
  {
    keyOf: ({ style }) => style,
    line: (rows) => (
      <>
        <b>{rows[0]?.style}</b> <Counts rows={rows} />
      </>
    ),
    isOpen: true,
  },
  {
    keyOf: (change) => JSON.stringify(Object.values(lineText(change))),
    line: (rows) => (
      <>
        {rows[0] && Object.values(lineText(rows[0])).join(', ')} <Counts rows={rows} />{' '}
        <b>{percentText({ grossPercent: rangeOf(rows) })}</b>
      </>
    ),
    isOpen: false,
  },
]

/** The number of SKUs, and of rows by type of change. */
function Counts({ rows }: { rows: readonly BomYieldChange[] }): ReactNode {
  const byType = Map.groupBy(rows, ({ changeType }) => changeType)
  return (
    <>
      {formatCount(new Set(rows.map(({ sku }) => sku)).size, 'SKU')}{' '}
      {changeTypeValues.map((type) => {
        const count = byType.get(type)?.length
        return count !== undefined && <ChangeMark key={type} change={type} count={count} />
      })}
    </>
  )
}

/** The smallest and the largest change of a gross yield in percent. Null if no row has one. */
function rangeOf(rows: readonly BomYieldChange[]): { min: string; max: string } | null {
  const percents = rows.flatMap(({ delta }) => delta?.grossPercent ?? []).sort((a, b) => Number(a) - Number(b))
  const [min, max] = [percents[0], percents.at(-1)]
  return min === undefined || max === undefined ? null : { min, max }
}
