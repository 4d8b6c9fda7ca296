import { ChangePage, ListChangesInput } from '../../../schemas/graph/changes.ts'
import { operation } from '../../core/operation.ts'
import { exampleCursor, startOf } from '../../core/page.ts'
import { FeedPosition, feedPosition, positionsAfter } from './changes/feed-positions.ts'
import { rangesFrom, readChanges, readFeeds, startsOf } from './changes/read-changes.ts'
import { exampleChange } from './examples.ts'

const operationId = 'listChanges'

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
    'next visit: every change is listed exactly once, even if its event arrived late. Changes are kept for 30 days by default. ' +
    'Without `cursor` and `since`, the list begins with the oldest change that is kept. A completed BOM publication is ' +
    'one change. The relationships that follow from it, and exceptions, have no changes of their own.',
  problems: ['changes_expired'],
  input: ListChangesInput,
  output: ChangePage,
  examples: {
    input: { entityId: exampleChange.id },
    output: { data: [exampleChange], links: { next: null }, meta: { resume: exampleCursor } },
  },
  async handle({ cursor, limit, since, ...filters }, context) {
    // A cursor is not bound to `since`, which only says where a list begins. So it can be stored without it.
    const list = { operationId, filters, position: FeedPosition }
    const position = startOf(list, context, cursor)
    const { feeds, readAt } = await readFeeds(context)
    const starts = position ? positionsAfter(position, feeds) : await startsOf(context, feeds, since)
    const { documents, positions, isMore } = await readChanges(context, rangesFrom(feeds, starts), filters, limit)
    const resume = context.sealCursor(operationId, filters, feedPosition(readAt, positions))
    return { documents, links: { next: isMore ? resume : null }, meta: { resume } }
  },
})
