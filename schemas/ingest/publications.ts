import { z } from 'zod'
import { SnapshotId } from '../bom/yields.ts'
import { Cursor, EntityId, Limit, nullable, pageOf, Timestamp } from '../common.ts'

/** Why a publication fails; also in a metric, in `tda publications` and with the dead letters. */
export const PublicationFailure = z.enum([
  'aborted',
  'superseded',
  'silence',
  'invalid_data',
  'missing_part',
  'duplicate_part',
  'wrong_counts',
  'wrong_hash',
  'out_of_order',
  'future_time',
  'unprocessable',
])
export type PublicationFailure = z.infer<typeof PublicationFailure>

/** `building` until it ends; `retired` when the snapshot of a completed one is past its time. */
export const PublicationState = z
  .enum(['building', 'completed', 'failed', 'aborted', 'retired'])
  .meta({ description: '`building` until it ends; `retired` once the snapshot of a completed one is past its time.' })
export type PublicationState = z.infer<typeof PublicationState>

const Count = z.int().min(0)

export const PublicationCounts = z
  .object({ styleCount: Count, skuCount: Count, lineCount: Count, rowCount: Count })
  .meta({ id: 'IngestCounts', description: 'Styles, SKUs, lines and yield rows.' })
export type PublicationCounts = z.infer<typeof PublicationCounts>

export const IngestPublication = z
  .object({
    snapshotId: SnapshotId,
    state: PublicationState,
    reason: nullable(PublicationFailure).meta({ description: 'Why it failed; null unless it did.' }),
    detail: z.string().nullable().meta({ description: 'What was wrong, in words; null unless it failed.' }),
    publicationNumber: z.int().min(1).nullable().meta({ description: 'Null unless it was completed.' }),
    publicationId: nullable(EntityId).meta({ description: 'The entity of the graph; null unless it was completed.' }),
    source: z.string().meta({ description: 'The source that began it, `/{system}/{instance}`.' }),
    sourceRunId: z.string().nullable(),
    expected: nullable(PublicationCounts).meta({
      description: 'What its last event said that it consists of; null when that did not come, or could not be read.',
    }),
    seen: nullable(PublicationCounts).meta({
      description:
        'What came of it, without what a later sending of a style replaced. Until it is completed a line whose SKUs come ' +
        'in several parts counts in each. Null where it ended before this was counted.',
    }),
    effectiveAt: Timestamp,
    startedAt: Timestamp.meta({ description: 'Time of its first event.' }),
    endedAt: nullable(Timestamp).meta({ description: 'Time of the event that ended it; null while it is building.' }),
    retiredAt: nullable(Timestamp),
  })
  .meta({ id: 'IngestPublication', description: 'One full replacement of the BOM, whatever became of it.' })
export type IngestPublication = z.infer<typeof IngestPublication>

export const IngestPublicationPage = pageOf('IngestPublicationPage', IngestPublication)

export const ListIngestPublicationsInput = z.strictObject({
  state: PublicationState.optional(),
  cursor: Cursor.optional(),
  limit: Limit,
})
