import { z } from 'zod'
import { Cursor, Limit, pageOf, Timestamp, text } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { DeadReason } from '../records/record-events.ts'
import { SINCE_FORMS, SinceAsSent } from '../values/input-times.ts'
import { IngestFault } from './faults.ts'
import { Source } from './sources.ts'

export const IngestRejection = z
  .object({
    reason: DeadReason,
    detail: z.string().meta({
      description:
        'What is wrong, in words. Contains no values of the event, except codes that name the place: the style number, ' +
        'the line, and the SKU.',
    }),
    faults: z.array(IngestFault).meta({
      description: 'The first 10 invalid fields. Empty if the reason is not about fields.',
    }),
    type: z.string().nullable().meta({ description: 'Type of the event, unchecked. Null if it cannot be read.' }),
    eventId: z
      .string()
      .nullable()
      .meta({
        description:
          'ID of the event, unchecked, at most its first 255 characters. Null if it cannot be read, or if the event was ' +
          'rejected before version 1.2.',
      }),
    source: z.string().nullable().meta({
      description: 'Source of the event or of its key, unchecked. Null if neither has the form `/{system}/{instance}`.',
    }),
    subject: z.string().nullable().meta({
      description: 'Subject of the event or of its key, unchecked. Null if neither can be read.',
    }),
    key: z.string().nullable().meta({ description: 'Key of the Kafka record, at most its first 512 characters.' }),
    topic: z.string().meta({ description: 'Kafka topic of the event.' }),
    partition: z.int().min(0).meta({ description: 'Partition of the topic.' }),
    offset: z.int().min(0).meta({ description: 'Offset in the partition.' }),
    count: z
      .int()
      .min(1)
      .meta({
        description:
          'Number of rejected events that this entry stands for. It is 1, except for the first event that arrived after ' +
          'its BOM publication had failed: all later events of that snapshot are counted with it.',
      }),
    at: described(
      Timestamp,
      'Timestamp of the Kafka record. A producer can set it to any time, in the past or the future.',
    ),
    rejectedAt: described(
      Timestamp,
      'Time at which the service rejected the event. The list is sorted by it, and `since` compares it.',
    ),
  })
  .meta({ id: 'IngestRejection', description: 'A rejected event. The event payload is not included.' })
  .register(compactRow, { fields: ['eventId', 'reason', 'detail', 'type', 'subject', 'count'] })
export type IngestRejection = z.infer<typeof IngestRejection>

export const IngestRejectionPage = pageOf('IngestRejectionPage', IngestRejection)

export const ListIngestRejectionsInput = z.strictObject({
  reason: described(DeadReason.optional(), 'Return only events that were rejected for this reason.'),
  type: text(255, 1).optional().meta({
    description: 'Return only events of this type. The value must match exactly.',
    example: 'tenantdata.material.upserted.v1',
  }),
  source: described(Source.optional(), 'Return only events of this source: `/{system}/{instance}`.'),
  subject: text(255, 1).optional().meta({
    description:
      'Return only events with this subject. The value must match exactly. Of a BOM publication, it is the snapshot ID.',
    example: 'M-3',
  }),
  eventId: text(255, 1).optional().meta({
    description: 'Return only events with this ID. The value must match exactly.',
    example: 'quillmere.material.M-3.1789348800000',
  }),
  since: SinceAsSent.optional().meta({
    description: `Return only events that were rejected at or after this time. ${SINCE_FORMS}`,
    example: '2026-09-01T00:00:00Z',
  }),
  cursor: Cursor.optional(),
  limit: Limit,
})
