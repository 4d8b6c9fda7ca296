import { z } from 'zod'
import { Cursor, Limit, nullable, pageOf, Timestamp } from '../common.ts'
import { described } from '../described.ts'
import { ProjectorState } from '../materials/connected-operations.ts'
import { Envelope } from '../records/record-events.ts'

/** The sources of events: `/{system}/{instance}`. */
export const Source = Envelope.shape.source.meta({
  description: 'Source of events: `/{system}/{instance}`.',
  example: '/plm/main',
})

const Count = z.int().min(0)

export const IngestSource = z
  .object({
    source: Source,
    types: z.array(z.string()).meta({ description: 'Types of its events that could be read, sorted.' }),
    lastEventAt: described(
      nullable(Timestamp),
      'Newest time, as the source states it, of an applied event. Null if none was applied.',
    ),
    lastAppliedAt: described(
      nullable(Timestamp),
      'Kafka timestamp of the newest applied event. Null if none was applied.',
    ),
    lagSeconds: z
      .int()
      .min(0)
      .nullable()
      .meta({
        description:
          'Whole seconds, rounded up, from `lastEventAt` to `meta.evaluatedAt`: how long the source has sent nothing new. ' +
          'See `meta.projector.lagSeconds` for the lag of the service itself. Null if no event was applied.',
      }),
    applied: Count.meta({ description: 'Number of events that changed something.' }),
    stale: Count.meta({
      description: 'Number of events that changed nothing: duplicates, and versions that are not higher than the last.',
    }),
    rejected: Count.meta({
      description: 'Number of rejected events. `/v1/ingest/rejections` lists the newest of them.',
    }),
  })
  .meta({
    id: 'IngestSource',
    description: 'Ingestion status of one source, counted over all events in the Kafka topics.',
  })
export type IngestSource = z.infer<typeof IngestSource>

export const IngestSourcePage = pageOf('IngestSourcePage', IngestSource, {
  evaluatedAt: described(Timestamp, 'Time at which the lag was evaluated.'),
  projector: ProjectorState,
})

export const ListIngestSourcesInput = z.strictObject({ cursor: Cursor.optional(), limit: Limit })
