import { z } from 'zod'
import { nullable, OrganizationKey, Timestamp } from '../common.ts'
import { described } from '../described.ts'
import { Ulid } from './bom-events.ts'

/** The source of notices about snapshots: the service itself. */
export const NOTICE_SOURCE = '/tenant-data-api'

const Count = z.int().min(0)

/** The data of a notice about a snapshot. Fields that do not apply are null. */
export const NoticeData = z.object({
  snapshotId: described(Ulid, 'ULID of the snapshot.'),
  publicationNumber: described(
    z.int().min(1).nullable(),
    'Running number of the completed publication. Null if it failed.',
  ),
  previousSnapshotId: described(nullable(Ulid), 'Snapshot that was current before. Null if there is none.'),
  counts: z
    .object({
      styleCount: described(Count, 'Number of styles.'),
      skuCount: described(Count, 'Number of SKUs.'),
      lineCount: Count.nullable().meta({ description: 'Number of lines. Null in a notice of retirement.' }),
      rowCount: described(Count, 'Number of yield rows.'),
    })
    .nullable()
    .meta({ description: 'What the snapshot consists of. Null if the publication failed.' }),
  contentHash: described(z.string().nullable(), 'Hash of all rows as the source computed it. Null if it sent none.'),
  completedAt: described(nullable(Timestamp), 'Time at which the publication was completed. Null if it failed.'),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Why the publication failed: a code, a colon, and what was wrong. Null unless it failed.' }),
})
export type NoticeData = z.infer<typeof NoticeData>

/**
 * The result of a BOM publication, as a CloudEvent. `id` is derived from the contents, so consumers can drop
 * duplicates.
 */
export const noticeMeanings = {
  completed: 'The snapshot is available.',
  failed: 'The publication failed. `data.reason` contains the reason.',
  retired: 'The snapshot is past its retention and is no longer available.',
}
export type NoticeKind = keyof typeof noticeMeanings

/** The event types of the topic for snapshot notices, by kind. */
export const noticeTypes: ReadonlyMap<string, NoticeKind> = new Map(
  (Object.keys(noticeMeanings) as NoticeKind[]).map((kind) => [`tenantdata.snapshot.${kind}.v1`, kind]),
)

/** The schema of a notice of one kind, including the envelope. */
export const noticeOf = (type: string) =>
  z.object({
    specversion: described(z.literal('1.0'), 'Version of CloudEvents.'),
    id: described(z.string().min(1).max(255), 'ID of the notice. A notice that is delivered twice has the same ID.'),
    source: described(z.literal(NOTICE_SOURCE), 'Always `/tenant-data-api`.'),
    type: described(z.literal(type), 'Type of the notice.'),
    subject: described(Ulid, 'ULID of the snapshot.'),
    time: described(Timestamp, 'Time of the event that led to the notice.'),
    datacontenttype: described(z.literal('application/json'), 'Media type of `data`.'),
    tenantid: OrganizationKey,
    data: NoticeData,
  })
