import type { z } from 'zod'
import * as queries from '../../../../cypher/feed/read-feed.ts'
import { type ListChangesInput, typesOfKind } from '../../../../schemas/graph/changes.ts'
import type { Reader } from '../../../core/context.ts'
import { findSince } from './find-since.ts'
import { type MergedChanges, mergeFeeds } from './merge-feeds.ts'

/** The most changes of a partition that are read for a page of changes of some types. */
const LOOKED = 2000
/** The most changes of all partitions together that are read for a part of a whole list. */
const AT_ONCE = 1000

/** The documents of changes in the order of the list, and where the list continues. */
export type ReadChanges = Omit<MergedChanges, 'places'> & { documents: string[] }

export type ChangeFilters = Omit<z.output<typeof ListChangesInput>, 'cursor' | 'limit' | 'since'>

/** Returns the feeds of an organization that can still have new changes, and the time of the graph. */
export async function readFeeds(reader: Reader): Promise<{ feeds: queries.Feed[]; readAt: number }> {
  const [found] = await reader.read(queries.listFeeds, {})
  if (!found) throw new Error('The graph returned no time')
  return { feeds: found.feeds.filter(({ isReplaced }) => !isReplaced), readAt: found.readAt }
}

/**
 * Returns where a list begins in each feed: at the first change that was applied at or after a time, or at the oldest
 * change that is kept.
 */
export async function startsOf(
  reader: Reader,
  feeds: readonly queries.Feed[],
  since: string | undefined,
): Promise<Map<string, number>> {
  if (since !== undefined) return findSince(reader, feeds, Date.parse(since))
  return new Map(feeds.map(({ feed, from }) => [feed, from]))
}

/** The changes of each feed from its start up to the last one that is complete. */
export function rangesFrom(feeds: readonly queries.Feed[], starts: ReadonlyMap<string, number>): queries.FeedRange[] {
  return feeds.map(({ feed, from, settled }) => {
    const start = starts.get(feed) ?? from
    return { feed, from: start, to: Math.max(start, settled) }
  })
}

/**
 * Reads the first changes of these ranges.
 * @param limit the most changes to return
 * @param looked the most changes of each feed to read
 */
export async function readChanges(
  reader: Reader,
  ranges: readonly queries.FeedRange[],
  filters: ChangeFilters,
  limit: number,
  looked = typesOf(filters) === null ? limit : LOOKED,
): Promise<ReadChanges> {
  const types = typesOf(filters)
  // A type of another kind has no changes, so nothing is read.
  const unread = types?.length === 0 ? [] : ranges.filter(({ from, to }) => from < to)
  // One more, so that a feed with more changes of the types than the page is known to have more.
  const params = { feeds: unread, types, looked, limit: Math.min(looked, limit + 1) }
  const subjectId = filters.entityId?.toLowerCase()
  const found =
    unread.length === 0
      ? []
      : subjectId === undefined
        ? await reader.read(queries.findChanges, params)
        : await reader.read(queries.findChangesOf, { ...params, subjectId })
  const { places, ...merged } = mergeFeeds(ranges, found, { looked, limit })
  return { documents: await readDocuments(reader, places), ...merged }
}

/** Reads only the documents of a page, because many more changes are found in all feeds together. */
async function readDocuments(reader: Reader, places: MergedChanges['places']): Promise<string[]> {
  if (places.length === 0) return []
  const rows = await reader.read(queries.readChanges, {
    places: places.map(({ feed, position }) => ({ feed, position })),
  })
  return rows.toSorted((a, b) => a.at - b.at).map(({ doc }) => doc)
}

/**
 * Yields the documents of all changes that are complete now, in the order of the list. Changes that are deleted in the
 * meantime are left out.
 */
export async function* everyChange(
  reader: Reader,
  filters: ChangeFilters,
  since: string | undefined,
): AsyncGenerator<string> {
  const { feeds } = await readFeeds(reader)
  let ranges = rangesFrom(feeds, await startsOf(reader, feeds, since))
  for (;;) {
    ranges = ranges.filter(({ from, to }) => from < to)
    if (ranges.length === 0) return
    // The size of a part is divided among the feeds. Otherwise, most of what is read would be read again.
    const looked = Math.max(1, Math.floor(AT_ONCE / ranges.length))
    const { documents, positions } = await readChanges(reader, ranges, filters, Infinity, looked)
    yield* documents
    ranges = ranges.map((range) => ({ ...range, from: positions.get(range.feed) ?? range.to }))
  }
}

/** The types of the changes to list, or null for all. */
function typesOf({ kind, type }: ChangeFilters): string[] | null {
  if (kind === undefined) return type === undefined ? null : [type]
  return typesOfKind[kind].filter((one) => type === undefined || one === type)
}
