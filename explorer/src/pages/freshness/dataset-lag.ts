import type { Freshness } from '@tenant-data/client'
import { formatSpan } from '../../format/times.ts'

const reasons: Record<NonNullable<Freshness['reason']>, string> = {
  never_loaded: 'The dataset is declared, but no load has succeeded yet.',
  paused: 'Loads are paused, so the age of the data is unknown.',
  no_policy: 'The dataset has no freshness thresholds.',
  clock_skew: 'The source reported a time in the future. Check its clock and its time zone.',
  last_load_failed: 'The last load failed. The data is from the previous load.',
}

/** A span that is compared with a threshold. */
const exactSpan = (seconds: number) => formatSpan(seconds, { isExact: true })

/** The reason for a status as a sentence. */
export const reasonText = (reason: Freshness['reason']): string | null => (reason === null ? null : reasons[reason])

/** Both thresholds as text. */
export function thresholdText({
  warnAfterSeconds: warn,
  errorAfterSeconds: error,
}: Pick<Freshness, 'warnAfterSeconds' | 'errorAfterSeconds'>): string {
  const parts = [warn !== null && `warns after ${exactSpan(warn)}`, error !== null && `error after ${exactSpan(error)}`]
  return parts.filter((part) => part !== false).join(', ') || 'no thresholds'
}

/** By how much the lag exceeds the highest threshold that it has passed. Null if it is within all thresholds. */
export function pastText({ lagSeconds, warnAfterSeconds, errorAfterSeconds, severity }: Freshness): string | null {
  const threshold = { none: null, warn: warnAfterSeconds, error: errorAfterSeconds }[severity]
  return lagSeconds === null || threshold === null
    ? null
    : `${exactSpan(lagSeconds - threshold)} past its ${severity === 'error' ? 'error' : 'warning'} threshold`
}

/** The event from which the lag is measured. */
export function basisText(basis: Freshness['basis']): string | null {
  if (basis === null) return null
  return basis === 'source_watermark' ? 'from the time that the source reports' : 'from the end of the last load'
}

/** The positions of a lag and its thresholds on a bar, from 0 to 1. Null for missing ones. */
interface LagScale {
  lag: number | null
  warn: number | null
  error: number | null
}

/** The bar ends slightly after the largest value, so that a threshold is never at its very end. */
const ROOM = 1.08

/** The positions of a lag and its thresholds on a bar. Null if the dataset has no threshold. */
export function lagScale({
  lagSeconds,
  warnAfterSeconds,
  errorAfterSeconds,
}: Pick<Freshness, 'lagSeconds' | 'warnAfterSeconds' | 'errorAfterSeconds'>): LagScale | null {
  if (warnAfterSeconds === null && errorAfterSeconds === null) return null
  const end = ROOM * Math.max(lagSeconds ?? 0, warnAfterSeconds ?? 0, errorAfterSeconds ?? 0)
  const at = (seconds: number | null) => (seconds === null ? null : end === 0 ? 0 : seconds / end)
  return { lag: at(lagSeconds), warn: at(warnAfterSeconds), error: at(errorAfterSeconds) }
}

/** A dataset is late if its data is too old or its age is unknown. */
export const isLate = ({ status }: Pick<Freshness, 'status'>): boolean => status !== 'fresh'

function rankOf({ status, severity, reason }: Freshness): number {
  if (status === 'stale') return severity === 'error' ? 0 : 1
  if (status === 'unknown') return 2
  return reason === null ? 4 : 3
}

/** Sorts stale datasets first, then unknown ones, then fresh ones with a reason. Otherwise keeps the order. */
export function lateFirst(rows: readonly Freshness[]): Freshness[] {
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b))
}
