import type { Freshness } from '@tenant-data/client'
import { exactSpan } from './exact-span.ts'

const reasons: Record<NonNullable<Freshness['reason']>, string> = {
  never_loaded: 'The dataset is declared, but no load has succeeded yet.',
  paused: 'Loads are paused, so the age of the data is unknown.',
  no_policy: 'The dataset has no freshness thresholds.',
  clock_skew: 'The source reported a time in the future. Check its clock and its time zone.',
  last_load_failed: 'The last load failed. The data is from the previous load.',
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
  return basis === 'source_watermark' ? 'from the time that the source reports' : 'from the end of the last load'
}
