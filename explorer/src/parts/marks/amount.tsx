import type { ReactNode } from 'react'
import { decimalParts } from '../../format/format-decimal.ts'
import { Nothing } from './time.tsx'

interface AmountProps {
  /** An exact decimal of the API. */
  value: string | null
  /** A unit of measure, `%`, or a currency. */
  unit?: string | null | undefined
  /** Writes the plus of what is larger than zero. */
  withSign?: boolean
}

/** An exact amount with its unit; in a column of a table its point stands below the points of the others. */
export function Amount({ value, unit, withSign = false }: AmountProps): ReactNode {
  if (value === null) return <Nothing />
  const { whole, fraction } = decimalParts(value, { withSign })
  return (
    <span className="amount">
      <span>{whole}</span>
      <span className="fraction">{fraction}</span>
      {unit && '\u00a0'}
      {unit && <span className="unit">{unit}</span>}
    </span>
  )
}
