import { setTimeout as delay } from 'node:timers/promises'
import { findDeadLetter, listCountedEvents } from '../../../cypher/ingest/read-ingest.ts'
import { deadLetterId, type RecordPosition } from '../../../domain/identity/dead-letter-id.ts'
import { GetIngestReceiptInput, type IngestReceipt, IngestReceiptResponse } from '../../../schemas/ingest/receipts.ts'
import { DeadReason } from '../../../schemas/records/record-events.ts'
import type { Context } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { exampleReceipt } from './examples.ts'

/**
 * A commit moves the offset and stores the rejections of the events before it, but for some milliseconds readers can
 * see the new offset without them. So after a recent commit, a missing rejection is looked up again after this time.
 */
const VISIBLE_AFTER_MS = 200
/** A commit that began longer ago than this has ended. */
const RECENT_MS = 120_000

/** `GET /v1/ingest/receipts`: the ingestion status of one event, by its position in Kafka. */
export const getIngestReceipt = operation({
  operationId: 'getIngestReceipt',
  method: 'GET',
  path: '/v1/ingest/receipts',
  scope: 'ingest:read',
  tag: 'Ingest',
  summary: 'Get the ingestion status of an event',
  description:
    'Returns whether the service has processed an event, or rejected it and why. Pass the topic, partition, and offset ' +
    'that Kafka confirmed to the producer. `pending` is also the state of an offset that does not exist yet. Rejections ' +
    'are known for 30 days, and only the latest 10,000 of them. After that, and for events of other organizations, the ' +
    'state is `processed`. An event of a BOM publication can be processed although the publication fails later: see ' +
    '`GET /v1/ingest/publications`.',
  problems: ['partition_not_found'],
  input: GetIngestReceiptInput,
  output: IngestReceiptResponse,
  examples: {
    input: { topic: exampleReceipt.topic, partition: exampleReceipt.partition, offset: exampleReceipt.offset },
    output: { data: exampleReceipt, meta: {} },
  },
  async handle(position, context) {
    const { topic, partition, offset } = position
    const found = await context.readOffset(topic, partition)
    // Read in every state, because it fails with `rebuilding` while the offset is that of an unfinished rebuild.
    const first = await findRejection(context, position)
    if (!found) throw unreadPartition(topic, await context.readEventTopics())
    const lagRecords = Math.max(0, offset + 1 - found.next)
    if (lagRecords > 0) return receiptOf({ ...position, state: 'pending', reason: null, lagRecords })
    const isRecent = found.appliedAt !== null && context.now().getTime() - found.appliedAt < RECENT_MS
    const reason = first ?? (isRecent ? await findRejectionLater(context, position) : null)
    return receiptOf({ ...position, state: reason === null ? 'processed' : 'rejected', reason, lagRecords })
  },
})

const receiptOf = (data: IngestReceipt) => ({ data, meta: {} })

/** The error for a partition that the service has never read: it names the valid topics if the topic is none of them. */
function unreadPartition(topic: string, topics: readonly string[]): ApiError {
  if (topics.length === 0 || topics.includes(topic)) return new ApiError('partition_not_found')
  const detail = `must be ${topics.join(' or ')}`
  return new ApiError('invalid_request', {
    detail: `The service reads no events from this topic. The parameter topic ${detail}.`,
    errors: [{ in: 'query', name: 'topic', detail }],
  })
}

/**
 * The reason for which the event at a position was rejected, or null if the organization has no rejection of it. The
 * event has an entry of its own, or is counted with that of an earlier one.
 */
async function findRejection(context: Context, position: RecordPosition): Promise<DeadReason | null> {
  const { topic, partition, offset } = position
  const [[own], [counted]] = await Promise.all([
    context.read(findDeadLetter, { id: deadLetterId(context.organization, position) }),
    context.read(listCountedEvents, { topic, partition, before: offset + 1, limit: 1 }),
  ])
  const found = own ?? (counted?.offsets.includes(offset) ? counted : null)
  return found ? DeadReason.parse(found.reason) : null
}

async function findRejectionLater(context: Context, position: RecordPosition): Promise<DeadReason | null> {
  await delay(VISIBLE_AFTER_MS)
  return findRejection(context, position)
}
