import type { BomYield } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { Amount } from '../../parts/marks/amount.tsx'

/** A yield in its unit; `KGM/12` is for a dozen garments. */
export function YieldAmount({
  value,
  of: { uom, yieldPerUnits },
}: {
  value: string
  of: Pick<BomYield, 'uom' | 'yieldPerUnits'>
}): ReactNode {
  return <Amount value={value} unit={yieldPerUnits === 1 ? uom : `${uom}/${yieldPerUnits}`} />
}
