import type { ReactNode } from 'react'
import { formatCode } from '../format/names.ts'
import { formatNumber } from '../format/numbers.ts'
import { formatSpan } from '../format/times.ts'

const marks = {
  added: ['+', 'added', 'good'],
  removed: ['\u2212', 'removed', 'bad'],
  changed: ['\u2260', 'changed', 'plain'],
  unchanged: ['=', 'unchanged', 'quiet'],
  increased: ['\u25b2', 'increased', 'bad'],
  decreased: ['\u25bc', 'decreased', 'good'],
  equal: ['=', 'equal', 'quiet'],
  not_comparable: ['?', 'not comparable', 'warn'],
} as const

type Change = keyof typeof marks

interface ChangeMarkProps {
  change: Change
  count?: number
  /** Shown instead of the word, such as a percentage. */
  children?: ReactNode
}

/** A type of change as a sign and a word, with a color in addition. */
export function ChangeMark({ change, count, children }: ChangeMarkProps): ReactNode {
  const [sign, word, tone] = marks[change]
  return (
    <span className={`mark ${tone}`}>
      <span aria-hidden="true">{sign}</span> {count !== undefined && `${formatNumber(count)} `}
      {children ? (
        <>
          {children}
          <span className="visually-hidden"> {word}</span>
        </>
      ) : (
        word
      )}
    </span>
  )
}

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

/**
 * A status of the API (fresh, stale, failed, critical, completed …) as sign, word, and color. Unknown ones are plain.
 */
export function StatusMark({ status, text }: { status: string; text?: string }): ReactNode {
  const tone = (['good', 'warn', 'bad'] as const).find((name) => tones[name].includes(status)) ?? 'plain'
  return (
    <span className={`mark ${tone}`}>
      <span aria-hidden="true">{signs[tone]}</span> {text ?? formatCode(status)}
    </span>
  )
}

/** Marks stale data with its age. Renders nothing for fresh data. */
export function StaleMark({ status, lagSeconds }: { status: string; lagSeconds: number | null }): ReactNode {
  if (status === 'fresh') return null
  const age = lagSeconds === null ? '' : `, ${formatSpan(lagSeconds)} old`
  return <StatusMark status={status} text={status === 'stale' ? `Stale${age}` : `Freshness unknown${age}`} />
}
