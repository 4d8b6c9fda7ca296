import { z } from 'zod'
import { Cursor, Limit, nullable, pageOf, Timestamp } from '../common.ts'
import { ProjectorState } from '../materials/connected-operations.ts'
import { Envelope } from '../records/record-events.ts'

/** The sources of events: `/{system}/{instance}`. */
export const Source = Envelope.shape.source.meta({ description: 'A source of events.', example: '/plm/main' })

const Count = z.int().min(0)

export const IngestSource = z
  .object({
    source: Source,
    types: z.array(z.string()).meta({ description: 'The types of its events that could be read, by name.' }),
    lastEventAt: nullable(Timestamp).meta({
      description: 'The newest time, as the source gave it, of an event that was applied.',
    }),
    lastAppliedAt: nullable(Timestamp).meta({
      description: 'When the newest event that was applied reached the log, by Kafka’s timestamp.',
    }),
    lagSeconds: z
      .int()
      .min(0)
      .nullable()
      .meta({
        description:
          'Whole seconds, rounded up, from `lastEventAt` until `meta.evaluatedAt`: how long the source has said nothing ' +
          'new. How far the service itself is behind is `meta.projector.lagSeconds`. Null when nothing was applied.',
      }),
    applied: Count.meta({ description: 'Events that took effect.' }),
    stale: Count.meta({ description: 'Repeats, and events of a version that is not higher than the last.' }),
    rejected: Count.meta({
      description: 'Events that were put aside, of which `/v1/ingest/rejections` has the newest.',
    }),
  })
  .meta({ id: 'IngestSource', description: 'What became of the events of a source, since the log begins.' })
export type IngestSource = z.infer<typeof IngestSource>

export const IngestSourcePage = pageOf('IngestSourcePage', IngestSource, {
  evaluatedAt: Timestamp,
  projector: ProjectorState,
})

export const ListIngestSourcesInput = z.strictObject({ cursor: Cursor.optional(), limit: Limit })
