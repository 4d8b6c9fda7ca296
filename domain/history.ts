/** What a record says, value by value, as far as anything is computed from it; values are JSON. */
export type Values = Readonly<Record<string, unknown>>

/**
 * When a record took the values that it has. It follows from the record's own events alone, in their order, so that it
 * does not depend on what happened to other records, or on when anybody looked.
 */
export interface History {
  /** When the record began to say anything: of every value that is not in `later`. */
  readonly since: string
  /** Of values that changed after that, when they took what they are. */
  readonly later: Readonly<Record<string, string>>
  /** The newest time of any of its events. */
  readonly newest: string
}

/**
 * The history after one more event. A value that is as it was keeps its time.
 * @param before the values until now and since when; its values are null where the record was deleted
 * @param now the values from now on; null in a deletion
 */
export function follow(
  before: { values: Values | null; history: History } | null,
  now: Values | null,
  time: string,
): History {
  const newest = before && before.history.newest > time ? before.history.newest : time
  if (!before?.values || !now) return { since: time, later: {}, newest }
  const { values, history } = before
  const isSame = (name: string) => JSON.stringify(values[name]) === JSON.stringify(now[name])
  const later = Object.keys(now).flatMap((name) => {
    const at = isSame(name) ? history.later[name] : time
    return at === undefined ? [] : [[name, at]]
  })
  return { since: history.since, later: Object.fromEntries(later), newest }
}

/** When the record took these values: the newest of their times; since it says anything where none is named. */
export function takenAt({ since, later }: History, names: readonly string[]): string {
  return newestOf(names.map((name) => later[name] ?? since)) ?? since
}

/** The newest of times as texts of RFC 3339 in UTC with milliseconds, which sort as they are. */
export function newestOf(times: Iterable<string>): string | null {
  let newest: string | null = null
  for (const time of times) if (newest === null || time > newest) newest = time
  return newest
}
