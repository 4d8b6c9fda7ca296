import { z } from 'zod'
import type { Feed } from '../../../../cypher/feed/read-feed.ts'
import { ApiError } from '../../../core/errors.ts'

/** When a page was read, in epoch milliseconds of the graph, and then each feed with its next position. */
export const FeedPosition = z.array(z.union([z.string(), z.int()])).refine((values) => values.length % 2 === 1)
type FeedPosition = z.infer<typeof FeedPosition>

export function feedPosition(readAt: number, positions: ReadonlyMap<string, number>): FeedPosition {
  return [readAt, ...[...positions].flat()]
}

/**
 * Returns where each feed continues. A feed that is not in the cursor is newer than the cursor, so all of its changes
 * are.
 * @throws ApiError changes_expired if changes after the cursor are no longer stored, or were never recorded
 */
export function positionsAfter([readAt, ...pairs]: FeedPosition, feeds: readonly Feed[]): Map<string, number> {
  const known = new Map<string, number>()
  for (let at = 0; at < pairs.length; at += 2) known.set(String(pairs[at]), Number(pairs[at + 1]))
  const names = new Set(feeds.map(({ feed }) => feed))
  const isMissing = [...known.keys()].some((feed) => !names.has(feed))
  const isCut = feeds.some(({ feed, from, fromAt }) => {
    const position = known.get(feed)
    return position === undefined ? from > 0 && fromAt > Number(readAt) : position < from
  })
  if (isMissing || isCut) throw new ApiError('changes_expired')
  return new Map(feeds.map(({ feed, from }) => [feed, known.get(feed) ?? from]))
}
