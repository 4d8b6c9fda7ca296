import { z } from 'zod'
import { listSnapshots } from '../../../cypher/bom/read-snapshots.ts'
import { withFields } from '../../../domain/text/json-text.ts'
import { BomSnapshotPage, ListBomSnapshotsInput } from '../../../schemas/bom/yields.ts'
import { OPEN } from '../../../schemas/stored/bom.ts'
import { type StoredSnapshot, storedSnapshot } from '../../../schemas/stored/publication.ts'
import type { TextOf } from '../../../schemas/stored/stored-document.ts'
import { timeOfMilliseconds } from '../../../schemas/values/input-times.ts'
import { operation } from '../../core/operation.ts'
import { exampleCursor, pageOf, startOf } from '../../core/page.ts'
import { mapReadable } from '../../core/unreadable.ts'
import { exampleSnapshots } from './examples.ts'

const operationId = 'listBomSnapshots'
const newestFirst = { operationId, filters: {}, position: z.tuple([z.int()]) }

/** `GET /v1/bom/snapshots`: the available snapshots, newest first. */
export const listBomSnapshots = operation({
  operationId,
  method: 'GET',
  path: '/v1/bom/snapshots',
  scope: 'bom:read',
  tag: 'BOM history',
  summary: 'List BOM snapshots',
  description:
    'Lists the available BOM snapshots, newest first. Each snapshot is a completed publication that replaced the ' +
    'whole BOM, and never changes. Publications that are building, failed, or aborted are not listed. Retired ' +
    'snapshots are not listed either.',
  input: ListBomSnapshotsInput,
  output: BomSnapshotPage,
  examples: { input: { limit: 2 }, output: { data: exampleSnapshots, links: { next: exampleCursor }, meta: {} } },
  async handle({ cursor, limit }, context) {
    const start = startOf(newestFirst, context, cursor)
    const found = await context.read(listSnapshots, { before: start?.[0] ?? OPEN, limit: limit + 1 })
    const { rows, links } = pageOf(newestFirst, context, { rows: found, limit, positionOf: ({ seq }) => [seq] })
    const newest = start === null ? rows[0] : undefined
    const documents = mapReadable(
      context,
      operationId,
      rows,
      ({ seq }) => `seq ${seq}`,
      (row) => snapshotText(row.doc, row === newest ? null : context.snapshotRetentionDays),
    )
    return { documents, links, meta: {} }
  },
})

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Adds the end of its availability to a stored snapshot, because that depends on a setting. The newest snapshot has no
 * end.
 */
function snapshotText(doc: TextOf<StoredSnapshot>, retentionDays: number | null): string {
  const { completedAt } = storedSnapshot.read(doc)
  const until = retentionDays === null ? null : timeOfMilliseconds(Date.parse(completedAt) + retentionDays * DAY_MS)
  return withFields(doc, { availableUntil: until })
}
