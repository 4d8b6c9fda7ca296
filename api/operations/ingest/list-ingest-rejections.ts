import { z } from 'zod'
import * as queries from '../../../cypher/ingest/read-ingest.ts'
import { noticeAmong, noticesField } from '../../../domain/search/notice-among.ts'
import type { ListNotice } from '../../../schemas/common.ts'
import {
  type IngestRejection,
  IngestRejectionPage,
  ListIngestRejectionsInput,
} from '../../../schemas/ingest/rejections.ts'
import { DeadReason } from '../../../schemas/records/record-events.ts'
import { readFaults } from '../../../schemas/stored/dead-letter.ts'
import type { Context } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { pageOf, startOf } from '../../core/page.ts'
import { mapReadable } from '../../core/unreadable.ts'
import { exampleRejection } from './examples.ts'

const operationId = 'listIngestRejections'
const KEPT_MS = 30 * 86_400_000
/** Sorts after every sort key, because the keys begin with a year. */
const END = '~'

type Filters = Pick<
  z.output<typeof ListIngestRejectionsInput>,
  'reason' | 'type' | 'source' | 'subject' | 'eventId' | 'since'
>

/** `GET /v1/ingest/rejections`: rejected events of the organization. */
export const listIngestRejections = operation({
  operationId,
  method: 'GET',
  path: '/v1/ingest/rejections',
  scope: 'ingest:read',
  tag: 'Ingest',
  summary: 'List rejected events',
  description:
    'Lists rejected events, newest first by the time of rejection, then by topic, partition, and offset. Each has ' +
    'the reason, the invalid fields, and its position in Kafka, but not the payload. The list keeps the latest ' +
    '10,000 from the last 30 days. Events that arrive after their BOM publication failed are one entry with their ' +
    '`count`. An event is attributed to the organization that its key, its `tenantid`, or ' +
    'its source names, if these agree. Other events are visible only to operators.',
  input: ListIngestRejectionsInput,
  output: IngestRejectionPage,
  examples: {
    input: { reason: 'invalid_data', type: 'tenantdata.material.upserted.v1' },
    output: { data: [exampleRejection], links: { next: null }, meta: {} },
  },
  async handle({ cursor, limit, ...filters }, context) {
    const list = { operationId, filters, position: z.tuple([z.string()]) }
    const [before] = startOf(list, context, cursor) ?? [END]
    const found = await readRejections(context, filters, before, limit + 1)
    const page = pageOf(list, context, { rows: found, limit, positionOf: ({ sortKey }) => [sortKey] })
    const data = mapReadable(context, operationId, page.rows, ({ sortKey }) => sortKey, rejectionOf)
    const isMissed = found.length === 0 && cursor === undefined
    return { data, links: page.links, meta: isMissed ? noticesField(await missingValues(context, filters)) : {} }
  },
})

/** The most rejections in which the values of filters are looked up for suggestions. */
const MANY = 10_000

const named = ['type', 'source', 'subject', 'eventId'] as const

async function missingValues(context: Context, { since, ...filters }: Filters): Promise<ListNotice[]> {
  if (named.every((name) => filters[name] === undefined)) return []
  const all = await readRejections(context, { since }, END, MANY)
  return named.flatMap((name) => {
    const value = filters[name]
    return value === undefined
      ? []
      : noticeAmong(
          name,
          value,
          all.map((row) => row[name]).filter((one) => one !== null),
          `No listed rejection has this ${name}.`,
        )
  })
}

/**
 * Reads rejections by the index of the most selective filter. The other filters are applied to the rows, of which there
 * are at most 10,000.
 */
function readRejections(context: Context, filters: Filters, before: string, limit: number) {
  const { eventId, subject, source, type, reason } = filters
  const range = { since: sinceOf(context, filters), before, limit }
  const ofSubject = { source: source ?? null, type: type ?? null, reason: reason ?? null }
  if (eventId !== undefined)
    return context.read(queries.listDeadLettersOfEvent, { ...range, ...ofSubject, eventId, subject: subject ?? null })
  if (subject !== undefined) return context.read(queries.listDeadLettersOfSubject, { ...range, ...ofSubject, subject })
  if (source !== undefined)
    return context.read(queries.listDeadLettersOfSource, {
      ...range,
      source,
      type: type ?? null,
      reason: reason ?? null,
    })
  if (type !== undefined) return context.read(queries.listDeadLettersOfType, { ...range, type, reason: reason ?? null })
  if (reason !== undefined) return context.read(queries.listDeadLettersOfReason, { ...range, reason })
  return context.read(queries.listDeadLetters, range)
}

/**
 * The time from which rejections are shown. Rejections older than the retention time are hidden even if they are not
 * yet deleted. Sort keys begin with the time of rejection.
 */
function sinceOf(context: Context, { since }: Filters): string {
  const kept = context.now().getTime() - KEPT_MS
  const wanted = since === undefined ? kept : Date.parse(since)
  return new Date(Math.max(kept, wanted)).toISOString()
}

function rejectionOf({ sortKey, faults, reason, ...row }: queries.IngestedDeadLetter): IngestRejection {
  const { detail, ...place } = row
  return { reason: DeadReason.parse(reason), detail, faults: readFaults(faults), ...place }
}
