import { z } from 'zod'
import { Cursor, Limit, pageOf, Timestamp, text } from '../common.ts'
import { SinceAsSent } from '../input-times.ts'
import { DeadReason } from '../records/record-events.ts'
import { Source } from './sources.ts'

export const IngestFault = z
  .object({
    path: z.string().meta({ description: 'The field, such as `fields.3.value`; empty for the whole event.' }),
    detail: z.string().meta({ description: 'What is wrong there, as the end of a sentence.' }),
  })
  .meta({ id: 'IngestFault' })
export type IngestFault = z.infer<typeof IngestFault>

export const IngestRejection = z
  .object({
    reason: DeadReason,
    detail: z.string().meta({ description: 'What is wrong, in words; it repeats nothing that the event holds.' }),
    faults: z
      .array(IngestFault)
      .meta({ description: 'The first 10 faults, where the reason is about fields of the event; else empty.' }),
    type: z.string().nullable().meta({ description: 'The type as the event says it; null when it cannot be read.' }),
    source: z.string().nullable().meta({
      description: 'As the event says it, else as its key does; null when neither is `/{system}/{instance}`.',
    }),
    subject: z.string().nullable().meta({ description: 'As the event says it, else as its key does.' }),
    key: z.string().nullable().meta({ description: 'The key of the Kafka record, its first 512 characters.' }),
    topic: z.string(),
    partition: z.int().min(0),
    offset: z.int().min(0).meta({ description: 'With topic and partition: its place in the log.' }),
    at: Timestamp.meta({
      description: 'Timestamp of the Kafka record. A producer may set it to any time, in the past or the future.',
    }),
    rejectedAt: Timestamp.meta({
      description: 'When the service rejected the event. The list is in this order, and `since` compares this time.',
    }),
  })
  .meta({ id: 'IngestRejection', description: 'An event that was put aside, without its bytes.' })
export type IngestRejection = z.infer<typeof IngestRejection>

export const IngestRejectionPage = pageOf('IngestRejectionPage', IngestRejection)

export const ListIngestRejectionsInput = z.strictObject({
  reason: DeadReason.optional(),
  type: text(255, 1)
    .optional()
    .meta({ description: 'The type of event, exactly.', example: 'tenantdata.material.upserted.v1' }),
  source: Source.optional(),
  since: SinceAsSent.optional().meta({
    description:
      'Only events that were rejected at this time or later (RFC 3339). A date stands for its beginning in UTC.',
    example: '2026-09-01T00:00:00Z',
  }),
  cursor: Cursor.optional(),
  limit: Limit,
})
