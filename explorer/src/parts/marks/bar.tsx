import type { ReactNode } from 'react'
import { barLength } from '../../format/format-decimal.ts'

/** How large an amount is among others. It only repeats what a number beside it says. */
export function Bar({
  value,
  largest,
  tone = 'plain',
}: {
  value: string | null
  largest: string | null
  tone?: 'plain' | 'good' | 'warn' | 'bad'
}): ReactNode {
  return (
    <span className={`bar-track ${tone}`} aria-hidden="true">
      <span style={{ width: `${barLength(value, largest) * 100}%` }} />
    </span>
  )
}
