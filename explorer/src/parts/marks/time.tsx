import type { ReactNode } from 'react'
import { formatTime } from '../../format/format-time.ts'

/** A time in the reader's zone, with UTC in its title. */
export function Time({ value }: { value: string | null }): ReactNode {
  if (value === null) return <Nothing />
  return (
    <time dateTime={value} title={`${formatTime(value, 'UTC')} UTC`}>
      {formatTime(value)}
    </time>
  )
}

/** What stands where there is no value. */
export function Nothing(): ReactNode {
  return (
    <span className="nothing">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">none</span>
    </span>
  )
}
