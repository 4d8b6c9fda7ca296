import { z } from 'zod'
import { PublicationMode } from '../bom/publication-mode.ts'
import { SnapshotId } from '../bom/yields.ts'
import { Cursor, EntityId, Limit, nullable, pageOf, Timestamp } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { IngestFault } from './faults.ts'

/** Why a BOM publication failed. The codes are also used in a metric, in `tda publications`, and in dead letters. */
export const PublicationFailure = enumOf(
  {
    aborted: 'the source aborted it',
    superseded: 'another publication was started',
    silence: 'no event arrived for longer than the service waits',
    invalid_data: 'an event does not fit its schema, or contradicts the publication',
    missing_part: 'parts of a style are missing',
    duplicate_part: 'parts of a style contradict each other',
    wrong_counts: 'the received counts differ from those of the `completed` event',
    wrong_hash: 'the hash of the received rows differs from that of the `completed` event',
    out_of_order: 'its `completed` event is earlier than that of the current snapshot',
    base_moved: 'it is based on another snapshot than the newest one',
    base_unusable: 'it is partial, and the newest snapshot has no totals that it could build on',
    shrunk: 'it has far fewer styles or rows than the newest snapshot',
    future_time: 'its `completed` event is too far in the future',
    unprocessable: 'the service failed to process one of its events',
  },
  { id: 'PublicationFailure', description: 'Why a publication failed.' },
)
export type PublicationFailure = z.infer<typeof PublicationFailure>

/**
 * The state of a BOM publication. It is `building` until it ends. A completed one becomes `retired` when its snapshot
 * is no longer available.
 */
export const PublicationState = enumOf(
  {
    building: 'its events are still arriving',
    completed: 'it was verified, and its snapshot is available',
    failed: 'it failed',
    aborted: 'its source aborted it',
    retired: 'its snapshot is past its retention and no longer available',
  },
  { id: 'PublicationState', description: 'State of a publication.' },
)
export type PublicationState = z.infer<typeof PublicationState>

/** The most faults of one publication that are stored. */
export const MAX_PUBLICATION_FAULTS = 100

const Count = z.int().min(0)

export const PublicationCounts = z
  .object({
    styleCount: described(Count, 'Number of styles.'),
    skuCount: described(Count, 'Number of SKUs.'),
    lineCount: described(Count, 'Number of lines.'),
    rowCount: described(Count, 'Number of yield rows.'),
  })
  .meta({ id: 'IngestCounts', description: 'Number of styles, SKUs, lines, and yield rows.' })
export type PublicationCounts = z.infer<typeof PublicationCounts>

export const IngestPublication = z
  .object({
    snapshotId: SnapshotId,
    state: PublicationState,
    reason: described(
      nullable(PublicationFailure),
      'Why the publication failed. Null unless it failed or was aborted.',
    ),
    detail: z
      .string()
      .nullable()
      .meta({ description: 'What was wrong, in words. Null unless it failed or was aborted.' }),
    faults: z.array(IngestFault).meta({
      description:
        `The faults of its events, at most ${MAX_PUBLICATION_FAULTS}. Styles that arrive after the publication failed are ` +
        'checked, too. Empty unless it failed or was aborted.',
    }),
    faultCount: described(
      Count,
      'Number of all faults, including those that `faults` leaves out. Of one event, at most 100 are counted.',
    ),
    publicationNumber: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'Running number of the completed publication. Null unless it was completed.' }),
    publicationId: described(nullable(EntityId), 'Entity ID of the publication. Null unless it was completed.'),
    source: z.string().meta({ description: 'Source that started it: `/{system}/{instance}`.' }),
    sourceRunId: z.string().nullable().meta({ description: 'ID of the run in the source. Null if not stated.' }),
    mode: PublicationMode,
    expected: described(
      nullable(PublicationCounts),
      'Counts that its `completed` event states. Null if that event did not arrive, or could not be read.',
    ),
    seen: described(
      nullable(PublicationCounts),
      'Counts that arrived, without styles that were sent again later. Until it is completed, a line that is sent in ' +
        'several parts counts in each. Null if it ended before it was counted.',
    ),
    removedStyleCount: z.int().min(0).nullable().meta({
      description: 'Number of styles that a completed partial publication removed. Null for all others.',
    }),
    effectiveAt: described(Timestamp, 'Time that the BOM describes, as the source states it.'),
    startedAt: described(Timestamp, 'Time of its first event.'),
    endedAt: described(nullable(Timestamp), 'Time of the event that ended it. Null while it is building.'),
    retiredAt: described(nullable(Timestamp), 'Time at which its snapshot was retired. Null unless it is retired.'),
  })
  .meta({ id: 'IngestPublication', description: 'One publication of the BOM, in any state.' })
  .register(compactRow, {
    fields: ['snapshotId', 'state', 'reason', 'detail', 'faultCount', 'publicationNumber', 'publicationId', 'source'],
  })
export type IngestPublication = z.infer<typeof IngestPublication>

export const IngestPublicationPage = pageOf('IngestPublicationPage', IngestPublication)

export const ListIngestPublicationsInput = z.strictObject({
  state: described(PublicationState.optional(), 'Return only publications in this state.'),
  cursor: Cursor.optional(),
  limit: Limit,
})
