/** The values of a record that computed results depend on, by name, as JSON values. */
export type Values = Readonly<Record<string, unknown>>

/**
 * When a record got its current values. It is derived only from the record's own events, in their order. So it depends
 * neither on other records nor on when the reconciler ran.
 */
export interface History {
  /** When the record got its first values. It applies to every value that is not in `later`. */
  readonly since: string
  /** When a value that changed after `since` got its current content, by name. */
  readonly later: Readonly<Record<string, string>>
  /** The latest time of all events of the record. */
  readonly newest: string
}

/**
 * Returns the history after one more event. Unchanged values keep their time.
 * @param before the values and the history before the event; the values are null if the record was deleted
 * @param now the values after the event; null for a deletion
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

/**
 * Returns the latest of the times at which the record got these values. Without names, this is the time of its first
 * values.
 */
export function takenAt({ since, later }: History, names: readonly string[]): string {
  return newestOf(names.map((name) => later[name] ?? since)) ?? since
}

/** Returns the latest of some times. They are RFC 3339 in UTC with milliseconds, so they sort as text. */
export function newestOf(times: Iterable<string>): string | null {
  let newest: string | null = null
  for (const time of times) if (newest === null || time > newest) newest = time
  return newest
}
