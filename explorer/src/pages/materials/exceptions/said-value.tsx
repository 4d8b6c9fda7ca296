import type { PositionException } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { Amount } from '../../../parts/marks/amount.tsx'
import { Nothing, Time } from '../../../parts/marks/time.tsx'
import { saidOf } from './said.ts'

/** What is expected or observed, as what it is. */
export function SaidValue({ value, uom }: { value: string | null; uom: PositionException['uom'] }): ReactNode {
  const said = saidOf(value, uom)
  if (said.kind === 'nothing') return <Nothing />
  if (said.kind === 'amount') return <Amount value={said.value} unit={said.unit} />
  if (said.kind === 'time') return <Time value={said.value} />
  return <span>{said.value}</span>
}
