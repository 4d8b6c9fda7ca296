/** A source that has to send something new within a time. `since` and `lastAppliedAt` are UTC times. */
export interface ExpectedSource {
  withinSeconds: number
  /** Since when it is expected. It counts while no event of the source was applied. */
  since: string
  lastAppliedAt: string | null
}

/** The lag of the projectors at a UTC time. Both are null before it was measured. */
export interface MeasuredLag {
  lagSeconds: number | null
  measuredAt: string | null
}

/**
 * Whether a source has sent nothing new within its time. Counts up to the time whose events are all applied, so a
 * source is not silent because the projectors are late. Returns null if that time is unknown.
 */
export function isSilent(
  { withinSeconds, since, lastAppliedAt }: ExpectedSource,
  { lagSeconds, measuredAt }: MeasuredLag,
): boolean | null {
  if (lagSeconds === null || measuredAt === null) return null
  const appliedUntil = Date.parse(measuredAt) / 1000 - lagSeconds
  return appliedUntil - Date.parse(lastAppliedAt ?? since) / 1000 > withinSeconds
}
