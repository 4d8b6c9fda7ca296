import type { PositionEnd } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { Nothing } from '../../parts/values.tsx'

/** A material or factory in one line: its code, and its label if it differs. */
export function endText({ code, label }: Pick<PositionEnd, 'code' | 'label'>): string {
  if (label === null) return code
  return label.includes(code) ? label : `${code} ${label}`
}

/** A material or factory in two lines of a table. */
export function EndName({ end }: { end: PositionEnd | null }): ReactNode {
  if (end === null) return <Nothing />
  const rest = end.label?.startsWith(`${end.code} `) ? end.label.slice(end.code.length + 1) : end.label
  return <TwoLines first={end.code} second={rest ?? (end.id === null ? 'no record has this code' : '')} />
}

/** The name of a row, and a second line with details. */
export function TwoLines({ first, second }: { first: string; second: string }): ReactNode {
  return (
    <span className="two-lines">
      <span>{first}</span>
      <small>{second}</small>
    </span>
  )
}
