import type { FeedRange, FoundInFeed } from '../../../../cypher/feed/read-feed.ts'

/** A part of a list of changes. */
export interface MergedChanges {
  /** The places of the changes, in the order in which they were applied. */
  places: Place[]
  /** Where each feed continues, by feed. */
  positions: Map<string, number>
  /** Whether the list continues. */
  isMore: boolean
}

/**
 * Merges the changes that were found in each feed by the time when they were applied. If a feed may have more changes
 * than were read, later changes of other feeds have to wait. So no change is skipped, and the order does not depend on
 * how many changes were read.
 * @param looked the most changes of a feed that were read
 */
export function mergeFeeds(
  ranges: readonly FeedRange[],
  found: readonly FoundInFeed[],
  { looked, limit }: { looked: number; limit: number },
): MergedChanges {
  const known = new Map(found.map((one) => [one.feed, one]))
  const parts = ranges.map((range) => {
    const { count = 0, lastLooked = null, lastAppliedAt = null, changes = [] } = known.get(range.feed) ?? {}
    const isWhole = count < looked || lastLooked === null || lastAppliedAt === null
    const last = isWhole ? null : { feed: range.feed, appliedAt: lastAppliedAt, position: lastLooked }
    return { ...range, changes, last, end: last === null ? range.to : last.position + 1 }
  })
  const [readTo] = parts.flatMap(({ last }) => last ?? []).sort(inOrder)
  const all = parts.flatMap(({ feed, changes }) => changes.map((change) => ({ feed, ...change })))
  const taken = all
    .filter((change) => readTo === undefined || inOrder(change, readTo) <= 0)
    .sort(inOrder)
    .slice(0, limit)
  const isTaken = new Set(taken)
  const positions = parts.map(({ feed, end }): [string, number] => {
    const left = all.find((change) => change.feed === feed && !isTaken.has(change))
    return [feed, left?.position ?? end]
  })
  const ends = new Map(ranges.map(({ feed, to }) => [feed, to]))
  const isMore = positions.some(([feed, position]) => position < (ends.get(feed) ?? 0))
  return { places: taken, positions: new Map(positions), isMore }
}

/** Where a change is stored, and when it was applied. */
interface Place {
  feed: string
  appliedAt: number
  position: number
}

function inOrder(a: Place, b: Place): number {
  return a.appliedAt - b.appliedAt || compareFeeds(a.feed, b.feed) || a.position - b.position
}

function compareFeeds(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
