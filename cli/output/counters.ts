/** Counts occurrences by key. */
export interface Counters<Key> {
  add(keys: Iterable<Key>): void
  counts(): ReadonlyMap<Key, number>
}

export function counters<Key>(): Counters<Key> {
  const counts = new Map<Key, number>()
  return {
    add(keys) {
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    counts: () => counts,
  }
}
