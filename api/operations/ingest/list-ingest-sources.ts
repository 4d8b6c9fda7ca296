import { z } from 'zod'
import { listIngestedSources } from '../../../cypher/ingest/read-ingest.ts'
import { IngestSourcePage, ListIngestSourcesInput } from '../../../schemas/ingest/sources.ts'
import { operation } from '../../core/operation.ts'
import { pageOf } from '../../core/page.ts'
import { afterOf } from '../materials/reads/filtered-page.ts'
import { readProjector } from '../materials/reads/read-projector.ts'
import { exampleSource } from './examples.ts'

const operationId = 'listIngestSources'
const bySource = { operationId, filters: {}, position: z.tuple([z.string()]) }

/** `GET /v1/ingest/sources`: the sources that send events, and the status of these events. */
export const listIngestSources = operation({
  operationId,
  method: 'GET',
  path: '/v1/ingest/sources',
  scope: 'ingest:read',
  tag: 'Ingest',
  summary: 'List sources of events',
  description:
    'Lists the sources that sent events for the organization, sorted by name. Each has the number of events that ' +
    'were applied, changed nothing, or were rejected, and how long ago it last sent something new. An event is ' +
    'counted once. A source without any applied event is listed as long as one of its rejected events is kept. ' +
    'Rejected events that name no source are not counted.',
  input: ListIngestSourcesInput,
  output: IngestSourcePage,
  examples: {
    input: { limit: 10 },
    output: {
      data: [exampleSource],
      links: { next: null },
      meta: {
        evaluatedAt: '2026-09-14T02:10:00.000Z',
        projector: { lagSeconds: 0.4, lastAppliedAt: '2026-09-14T02:09:59.120Z' },
      },
    },
  },
  async handle({ cursor, limit }, context) {
    const after = afterOf(bySource, context, cursor)
    const [found, projector] = await Promise.all([
      context.read(listIngestedSources, { after, limit: limit + 1 }),
      readProjector(context),
    ])
    const page = pageOf(bySource, context, { rows: found, limit, positionOf: ({ source }) => [source] })
    const now = context.now()
    const data = page.rows.map(({ types, lastEventAt, lastAppliedAt, source, ...counts }) => ({
      source,
      types: [...types].sort(),
      lastEventAt,
      lastAppliedAt,
      lagSeconds: lastEventAt === null ? null : secondsSince(lastEventAt, now),
      ...counts,
    }))
    return { data, links: page.links, meta: { evaluatedAt: now.toISOString(), projector } }
  },
})

/** A time in the future has a lag of 0, because the clocks of sources differ. */
function secondsSince(time: string, now: Date): number {
  return Math.max(0, Math.ceil((now.getTime() - Date.parse(time)) / 1000))
}
