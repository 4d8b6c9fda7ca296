import type { PublicationCounts, PublicationFailure } from '../../schemas/ingest/publications.ts'
import type { BomEvent } from '../events/decode-bom-event.ts'

/**
 * An event about a publication in a file: its line, its ID, and the style number that it contains, or null. Its contents
 * may be invalid.
 */
export interface PublicationEvent {
  line: number
  id: string
  style: string | null
  event: BomEvent
}

/** Why a publication in a file would not be completed, or why one of its events would be rejected. */
export interface PublicationFault {
  line: number
  reason: PublicationFailure | 'no_open_publication' | 'publication_failed' | 'unfinished'
  detail: string
  organization: string
  snapshotId: string
  /** The style number of the event. Null if it is not about a style. */
  style: string | null
  eventId: string
}

/**
 * An event that would change nothing. Either an earlier event of the same record has an equal or higher
 * `sourceversion`, or the same event about a publication occurred before. In the second case, the versions are null.
 */
export interface Repeat {
  line: number
  version: string | null
  earlierLine: number
  earlierVersion: string | null
}

/** What would become of a publication in a file. */
export interface CheckedPublication {
  organization: string
  snapshotId: string
  /** The line of its `started` event, and that of the event that ended it, or of its last event. */
  firstLine: number
  lastLine: number
  outcome: 'completed' | 'aborted' | 'failed' | 'unfinished'
  /** What it contains. Null unless it would be completed. */
  contents: (PublicationCounts & { contentHash: string }) | null
}

/** What one event shows: faults, publications that it ends, and an earlier event because of which it is ignored. */
export interface Checks {
  faults: PublicationFault[]
  ended: CheckedPublication[]
  repeat: Repeat | null
}
