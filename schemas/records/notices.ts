import { z } from 'zod'
import { nullable, OrganizationKey, Timestamp } from '../common.ts'
import { Ulid } from './bom-events.ts'

/** What consumers are told about a snapshot; the service is the source of these events. */
export const NOTICE_SOURCE = '/tenant-data-api'

const Count = z.int().min(0)

/** What a notice says of its snapshot; what does not apply is null. */
export const NoticeData = z.object({
  snapshotId: Ulid,
  publicationNumber: z.int().min(1).nullable(),
  previousSnapshotId: nullable(Ulid),
  counts: z
    .object({
      styleCount: Count,
      skuCount: Count,
      lineCount: Count.nullable().meta({ description: 'Null in a notice of retirement.' }),
      rowCount: Count,
    })
    .nullable(),
  contentHash: z.string().nullable(),
  completedAt: nullable(Timestamp),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Of a publication that failed: a code, a colon, and what was wrong.' }),
})
export type NoticeData = z.infer<typeof NoticeData>

/** What became of a publication, as a CloudEvent; `id` follows from what is told, so that consumers can drop repeats. */
export const noticeMeanings = {
  completed: 'The snapshot can be read.',
  failed: 'The publication failed; `data.reason` says why.',
  retired: 'The snapshot is past its retention and can no longer be read.',
}
export type NoticeKind = keyof typeof noticeMeanings

/** The event types of the topic of snapshots, by kind. */
export const noticeTypes: ReadonlyMap<string, NoticeKind> = new Map(
  (Object.keys(noticeMeanings) as NoticeKind[]).map((kind) => [`tenantdata.snapshot.${kind}.v1`, kind]),
)

/** The notice of one kind, envelope included. */
export const noticeOf = (type: string) =>
  z.object({
    specversion: z.literal('1.0'),
    id: z.string().min(1).max(255),
    source: z.literal(NOTICE_SOURCE),
    type: z.literal(type),
    subject: Ulid,
    time: Timestamp,
    datacontenttype: z.literal('application/json'),
    tenantid: OrganizationKey,
    data: NoticeData,
  })
