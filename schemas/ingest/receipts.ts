import { z } from 'zod'
import { nullable, responseOf, text } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { DeadReason } from '../records/record-events.ts'

/** Whether the service is done with an event that Kafka confirmed. */
export const ReceiptState = enumOf(
  {
    pending: 'the service has not processed it yet',
    processed: 'the service has processed it, and has no rejection of it for the organization',
    rejected: 'the service rejected it for `reason`',
  },
  { id: 'ReceiptState', description: 'State of an event that was sent to Kafka.' },
)
export type ReceiptState = z.infer<typeof ReceiptState>

/** The highest partition that Kafka can number. */
const MOST_PARTITION = 2 ** 31 - 1
/** The highest offset for which `lagRecords` is exact. */
const MOST_OFFSET = Number.MAX_SAFE_INTEGER - 1

const Partition = z.int().min(0).max(MOST_PARTITION)
const Offset = z.int().min(0).max(MOST_OFFSET)

export const IngestReceipt = z
  .object({
    topic: z.string().meta({ description: 'Kafka topic of the event, as requested.' }),
    partition: described(Partition, 'Partition of the topic, as requested.'),
    offset: described(Offset, 'Offset in the partition, as requested.'),
    state: ReceiptState,
    reason: described(nullable(DeadReason), 'Why the event was rejected. Null unless it is rejected.'),
    lagRecords: z
      .int()
      .min(0)
      .meta({
        description:
          'Number of events of the partition, this one included, that remain to be processed until this one is. 0 if it ' +
          'is processed or rejected.',
      }),
  })
  .meta({ id: 'IngestReceipt', description: 'Ingestion status of one event, by its position in Kafka.' })
export type IngestReceipt = z.infer<typeof IngestReceipt>

export const IngestReceiptResponse = responseOf('IngestReceiptResponse', IngestReceipt).register(compactRow, {
  key: ['topic', 'partition', 'offset'],
  fields: ['topic', 'partition', 'offset', 'state', 'reason', 'lagRecords'],
})

export const GetIngestReceiptInput = z.strictObject({
  topic: text(249, 1).meta({
    description: 'Kafka topic that the event was sent to: the topic of records or of BOM publications.',
    example: 'tenantdata.records.v1',
  }),
  partition: Partition.meta({ description: 'Partition of the topic, as Kafka confirmed it.', example: 4 }),
  offset: Offset.meta({ description: 'Offset in the partition, as Kafka confirmed it.', example: 17 }),
})
