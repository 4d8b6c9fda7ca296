import { expect } from 'chai'
import fc from 'fast-check'
import { mergeFeeds } from '../../../api/operations/graph/changes/merge-feeds.ts'
import type { FeedRange, FoundInFeed } from '../../../cypher/feed/read-feed.ts'

/** A change of a feed, whose position is its index. Changes that are not wanted are of another type. */
interface Stored {
  appliedAt: number
  isWanted: boolean
}

const someFeed = fc.array(fc.record({ appliedAt: fc.nat({ max: 4 }), isWanted: fc.boolean() }), { maxLength: 12 })
const someSize = fc.integer({ min: 1, max: 6 })

const nameOf = ({ feed, position }: { feed: string; position: number }) => `${feed}-${position}`

/** Reads the next changes of each feed, as the graph does. */
function read(
  feeds: ReadonlyMap<string, readonly Stored[]>,
  ranges: readonly FeedRange[],
  looked: number,
  most: number,
) {
  return ranges.map(({ feed, from, to }): FoundInFeed => {
    const all = (feeds.get(feed) ?? []).map((change, position) => ({ ...change, position }))
    const found = all.slice(from, to).slice(0, looked)
    const last = found.at(-1)
    const changes = found.filter(({ isWanted }) => isWanted).slice(0, most)
    return {
      ...{ feed, count: found.length, lastLooked: last?.position ?? null, lastAppliedAt: last?.appliedAt ?? null },
      changes,
    }
  })
}

describe('feeds are merged', () => {
  it('in the same order, completely, whatever the sizes of pages and reads', () => {
    fc.assert(
      fc.property(fc.array(someFeed, { maxLength: 4 }), someSize, fc.option(someSize), (logs, looked, limit) => {
        const feeds = new Map(logs.map((log, at) => [`f${at}`, log.toSorted((a, b) => a.appliedAt - b.appliedAt)]))
        const most = limit ?? Infinity
        let ranges = [...feeds].map(([feed, { length }]) => ({ feed, from: 0, to: length }))
        const listed: string[] = []
        for (let isMore = true; isMore; ) {
          const found = read(feeds, ranges, looked, Math.min(looked, most + 1))
          const merged = mergeFeeds(ranges, found, { looked, limit: most })
          expect(merged.places.length).to.be.at.most(most)
          listed.push(...merged.places.map(nameOf))
          const after = ranges.map((range) => ({ ...range, from: merged.positions.get(range.feed) ?? 0 }))
          if (merged.isMore) expect(after).to.not.deep.equal(ranges)
          ranges = after
          isMore = merged.isMore
        }
        const all = [...feeds].flatMap(([feed, changes]) =>
          changes.map((change, position) => ({ ...change, name: nameOf({ feed, position }) })),
        )
        const expected = all.filter(({ isWanted }) => isWanted).toSorted((a, b) => a.appliedAt - b.appliedAt)
        expect(listed).to.deep.equal(expected.map(({ name }) => name))
      }),
      { numRuns: 500 },
    )
  })
})
