import type { Freshness } from '@tenant-data/client'
import { exactSpan } from './exact-span.ts'

const reasons: Record<NonNullable<Freshness['reason']>, string> = {
  never_loaded: 'It was declared, and no load of it has succeeded yet.',
  paused: 'Its loads are paused, so that nobody knows how old it is.',
  no_policy: 'Nobody declared after how long it is too old.',
  clock_skew: 'Its source names a time that lies in the future: its clock is wrong, or its time zone.',
  last_load_failed: 'Its last load failed; what is here is from the load before.',
}

/** What a reader should know beside the status, in a sentence. */
export const reasonText = (reason: Freshness['reason']): string | null => (reason === null ? null : reasons[reason])

/** Both thresholds in words. */
export function thresholdText({
  warnAfterSeconds: warn,
  errorAfterSeconds: error,
}: Pick<Freshness, 'warnAfterSeconds' | 'errorAfterSeconds'>): string {
  const parts = [warn !== null && `warns after ${exactSpan(warn)}`, error !== null && `error after ${exactSpan(error)}`]
  return parts.filter((part) => part !== false).join(', ') || 'no thresholds'
}

/** How far the lag is past the highest threshold that it passed; null while it is within all. */
export function pastText({ lagSeconds, warnAfterSeconds, errorAfterSeconds, severity }: Freshness): string | null {
  const threshold = { none: null, warn: warnAfterSeconds, error: errorAfterSeconds }[severity]
  return lagSeconds === null || threshold === null
    ? null
    : `${exactSpan(lagSeconds - threshold)} past its ${severity === 'error' ? 'error' : 'warning'} threshold`
}

/** What the lag is counted from. */
export function basisText(basis: Freshness['basis']): string | null {
  if (basis === null) return null
  return basis === 'source_watermark' ? 'from the time that its source names' : 'from the end of its last load'
}
