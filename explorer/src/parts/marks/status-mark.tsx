import type { ReactNode } from 'react'
import { formatCode } from '../../format/format-count.ts'

const tones = {
  good: ['fresh', 'completed', 'matched', 'match', 'within_tolerance', 'succeeded', 'resolved', 'applied', 'active'],
  warn: [
    'stale',
    'queued',
    'running',
    'building',
    'started',
    'medium',
    'unmatched',
    'expired',
    'warn',
    'not_comparable',
  ],
  bad: ['failed', 'critical', 'high', 'rejected', 'mismatch', 'missing', 'error', 'ambiguous'],
}
const signs = { good: '\u2713', warn: '!', bad: '\u2715', plain: '\u25cb' }

/** A state of the API (fresh, stale, failed, critical, completed …) by sign, word and colour; what it does not know is plain. */
export function StatusMark({ status, text }: { status: string; text?: string }): ReactNode {
  const tone = (['good', 'warn', 'bad'] as const).find((name) => tones[name].includes(status)) ?? 'plain'
  return (
    <span className={`mark ${tone}`}>
      <span aria-hidden="true">{signs[tone]}</span> {text ?? formatCode(status)}
    </span>
  )
}
