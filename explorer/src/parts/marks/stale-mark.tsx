import type { ReactNode } from 'react'
import { formatSpan } from '../../format/format-time.ts'
import { StatusMark } from './status-mark.tsx'

/** Says beside data that they are old, and how old; nothing while they are fresh. */
export function StaleMark({ status, lagSeconds }: { status: string; lagSeconds: number | null }): ReactNode {
  if (status === 'fresh') return null
  const age = lagSeconds === null ? '' : `, ${formatSpan(lagSeconds)} old`
  return <StatusMark status={status} text={status === 'stale' ? `Stale${age}` : `Freshness unknown${age}`} />
}
