import type { z } from 'zod'
import * as queries from '../../../cypher/feed/read-feed.ts'
import { ChangePage, ListChangesInput, typesOfKind } from '../../../schemas/graph/changes.ts'
import type { Context } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { exampleCursor, startOf } from '../../core/page.ts'
import { FeedPosition, feedPosition, positionsAfter } from './changes/feed-positions.ts'
import { findSince } from './changes/find-since.ts'
import { type MergedChanges, mergeFeeds } from './changes/merge-feeds.ts'
import { exampleChange } from './examples.ts'

const operationId = 'listChanges'
/** The most changes of a partition that are read for a page of changes of some types. */
const LOOKED = 2000

type Filters = Omit<z.output<typeof ListChangesInput>, 'cursor' | 'limit' | 'since'>

/** `GET /v1/changes`: what the projectors applied, in order. */
export const listChanges = operation({
  operationId,
  method: 'GET',
  path: '/v1/changes',
  scope: 'graph:read',
  tag: 'Entity graph',
  summary: 'List changes',
  description:
    'Lists the changes of entities, relationships, and BOM snapshots in the order in which the service applied them, ' +
    'deletions included. To follow the changes, store `meta.resume` after each page, and pass it as `cursor` on your ' +
    'next visit: every change is listed exactly once, even if its event arrived late. Changes are kept for 30 days. ' +
    'Without `cursor` and `since`, the list begins with the oldest change that is kept. A completed BOM publication is ' +
    'one change. The relationships that follow from it, and exceptions, have no changes of their own.',
  problems: ['changes_expired'],
  input: ListChangesInput,
  output: ChangePage,
  examples: {
    input: { type: 'material', since: '2026-09-13' },
    output: { data: [exampleChange], links: { next: null }, meta: { resume: exampleCursor } },
  },
  async handle({ cursor, limit, since, ...filters }, context) {
    // A cursor is not bound to `since`, which only says where a list begins. So it can be stored without it.
    const list = { operationId, filters, position: FeedPosition }
    const position = startOf(list, context, cursor)
    const [found] = await context.read(queries.listFeeds, {})
    if (!found) throw new Error('The graph returned no time')
    const feeds = found.feeds.filter(({ isReplaced }) => !isReplaced)
    const starts = position ? positionsAfter(position, found.feeds) : await startsOf(context, feeds, since)
    const ranges = feeds.map(({ feed, from, settled }) => {
      const start = starts.get(feed) ?? from
      return { feed, from: start, to: Math.max(start, settled) }
    })
    const { documents, positions, isMore } = await readChanges(context, ranges, filters, limit)
    const resume = context.sealCursor(operationId, filters, feedPosition(found.readAt, positions))
    return { documents, links: { next: isMore ? resume : null }, meta: { resume } }
  },
})

async function startsOf(context: Context, feeds: readonly queries.Feed[], since: string | undefined) {
  if (since !== undefined) return findSince(context, feeds, Date.parse(since))
  return new Map(feeds.map(({ feed, from }) => [feed, from]))
}

async function readChanges(
  context: Context,
  ranges: readonly queries.FeedRange[],
  filters: Filters,
  limit: number,
): Promise<MergedChanges> {
  const types = typesOf(filters)
  const looked = types === null ? limit : LOOKED
  const unread = ranges.filter(({ from, to }) => from < to)
  // One more, so that a feed with more changes of the types than the page is known to have more.
  const params = { feeds: unread, types, looked, limit: limit + 1 }
  const subjectId = filters.entityId?.toLowerCase()
  const read =
    unread.length === 0
      ? []
      : subjectId === undefined
        ? await context.read(queries.listChanges, params)
        : await context.read(queries.listChangesOf, { ...params, subjectId })
  return mergeFeeds(ranges, read, { looked, limit })
}

/** The types of the changes to list, or null for all. */
function typesOf({ kind, type }: Filters): string[] | null {
  if (kind === undefined) return type === undefined ? null : [type]
  return typesOfKind[kind].filter((one) => type === undefined || one === type)
}
