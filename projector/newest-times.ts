/** Event times by key, as texts of RFC 3339 in UTC with milliseconds, which sort as they are. */
export type Times = ReadonlyMap<string, string>

/** The newest time of each key. */
export function newestTimes(told: Iterable<readonly [string, string]>): Map<string, string> {
  const times = new Map<string, string>()
  for (const [key, time] of told) noteTime(times, key, time)
  return times
}

/** Keeps the time of a key when it is newer than what is known. */
export function noteTime(times: Map<string, string>, key: string, time: string): void {
  const known = times.get(key)
  if (known === undefined || time > known) times.set(key, time)
}

/** @throws Error when nothing is known of the key: whoever looks it up asked about it before */
export function timeOf(times: Times, key: string): string {
  const time = times.get(key)
  if (time === undefined) throw new Error(`No time is known of ${key}: look up what was asked about`)
  return time
}
