import type { Freshness } from '@tenant-data/client'

/** Where a lag and its thresholds are on a bar, from 0 to 1; null for what there is not. */
export interface LagScale {
  lag: number | null
  warn: number | null
  error: number | null
}

/** The bar ends a little behind the last of the three, so that a threshold is never its very end. */
const ROOM = 1.08

/** A lag on a bar with its thresholds; null where there is no threshold to compare it with. */
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
