import type { BomYieldChange } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { Amount } from '../../../parts/marks/amount.tsx'
import { Bar } from '../../../parts/marks/bar.tsx'
import { ChangeMark } from '../../../parts/marks/change-mark.tsx'
import { Nothing } from '../../../parts/marks/time.tsx'

interface ChangeSizeProps {
  change: BomYieldChange
  /** The percentage of a full bar. */
  scale: string
}

/** How much a gross yield changed: sign, word and percentage, and a bar to the left for less, to the right for more. */
export function ChangeSize({ change, scale }: ChangeSizeProps): ReactNode {
  const { yieldDirection, delta } = change
  if (yieldDirection === null) return <Nothing />
  const percent = yieldDirection === 'equal' ? null : (delta?.grossPercent ?? null)
  return (
    <span className="change-size">
      <span>
        <ChangeMark change={yieldDirection} />
        {percent !== null && <Amount value={percent} unit="%" withSign />}
      </span>
      {percent !== null && <ChangeBar change={change} scale={scale} />}
    </span>
  )
}

/** The bar alone; it begins in the middle. */
export function ChangeBar({ change: { yieldDirection, delta }, scale }: ChangeSizeProps): ReactNode {
  const isLess = yieldDirection === 'decreased'
  return (
    <span className={isLess ? 'change-bar less' : 'change-bar'}>
      <Bar value={delta?.grossPercent ?? null} largest={scale} tone={isLess ? 'good' : 'bad'} />
    </span>
  )
}
