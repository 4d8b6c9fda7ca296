import { type Feed, findNextChanges } from '../../../../cypher/feed/read-feed.ts'
import type { Reader } from '../../../core/context.ts'

const PROBES = 16

/**
 * Finds in each feed the position of the first change that was applied at or after a time. Times never decrease within
 * a feed, so a few positions are looked at in each round, between which the next round looks.
 * @param since epoch milliseconds
 */
export async function findSince(
  reader: Reader,
  feeds: readonly Pick<Feed, 'feed' | 'from' | 'settled'>[],
  since: number,
): Promise<Map<string, number>> {
  const ranges = new Map(feeds.map(({ feed, from, settled }) => [feed, { low: from, high: Math.max(from, settled) }]))
  for (;;) {
    const probes = [...ranges].flatMap(([feed, { low, high }]) =>
      positionsBetween(low, high).map((from) => ({ feed, from, to: high })),
    )
    if (probes.length === 0) return new Map([...ranges].map(([feed, { high }]) => [feed, high]))
    const found = await reader.read(findNextChanges, { probes })
    const next = new Map(found.map((row) => [`${row.feed} ${row.probed}`, row]))
    for (const { feed, from } of probes) {
      const range = ranges.get(feed)
      const row = next.get(`${feed} ${from}`)
      if (!range) continue
      if (row && row.appliedAt < since) range.low = Math.max(range.low, row.position + 1)
      else range.high = Math.min(range.high, from)
    }
  }
}

/** A few positions from `low` on that are below `high`. */
function positionsBetween(low: number, high: number): number[] {
  const step = Math.max(1, Math.ceil((high - low) / PROBES))
  return Array.from({ length: PROBES }, (_, at) => low + at * step).filter((position) => position < high)
}
