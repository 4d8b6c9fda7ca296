import type { PublicationCounts } from '../../schemas/ingest/publications.ts'
import type { BomData } from '../../schemas/records/bom-events.ts'
import type { StartedPublication } from '../../schemas/stored/publication.ts'
import type { BomEvent } from '../events/decode-bom-event.ts'
import { styleIdOf } from './compile-style.ts'
import { type Failure, failure } from './failure.ts'

/**
 * Why a publication cannot replace the newest snapshot, or null.
 * @param newest the ID of that snapshot, or null if there is none
 */
export function baseFailure(
  { previousSnapshotId }: Pick<StartedPublication, 'previousSnapshotId'>,
  newest: string | null,
): Failure | null {
  if (previousSnapshotId == null || previousSnapshotId === newest) return null
  const instead = newest === null ? 'there is no snapshot yet' : `the newest snapshot is ${newest}`
  return failure('base_moved', `it is based on snapshot ${previousSnapshotId}, but ${instead}`)
}

/** A style that a publication removes. */
export interface RemovedStyle {
  styleId: string
  recordId: string
}

/** The styles that a completed event removes. */
export function removedStylesOf(event: BomEvent, { removedStyles }: BomData['completed']): RemovedStyle[] {
  return removedStyles.map((style) => ({ styleId: styleIdOf(event, style), recordId: style.recordId }))
}

/**
 * Why the styles that a publication removes contradict the rest of it, or null.
 * @param sent whether the publication contains a style
 */
export function removalFailure(
  { mode }: Pick<StartedPublication, 'mode'>,
  removed: readonly RemovedStyle[],
  sent: (styleId: string) => boolean,
): Failure | null {
  if (removed.length === 0) return null
  const invalid = (path: PropertyKey[], detail: string) =>
    failure('invalid_data', `${path.join('.')}${path.length > 1 ? ':' : ''} ${detail}`, { faults: [{ path, detail }] })
  if (mode !== 'partial')
    return invalid(['removedStyles'], 'is only for partial publications: set mode to partial in started')
  const at = removed.findIndex(({ styleId }) => sent(styleId))
  if (at === -1) return null
  return invalid(['removedStyles', at], `the publication contains style ${removed[at]?.recordId} itself`)
}

type Counts = Pick<PublicationCounts, 'styleCount' | 'rowCount'>

/**
 * Why a full replacement is too small to be meant, or null.
 * @param maxShrink the largest accepted decrease of styles and of rows, in percent
 */
export function shrinkFailure(before: Counts, now: Counts, maxShrink: number): Failure | null {
  const isShrunk = (['styleCount', 'rowCount'] as const).some(
    (name) => (before[name] - now[name]) * 100 > maxShrink * before[name],
  )
  if (!isShrunk) return null
  const counts = ({ styleCount, rowCount }: Counts) => `${styleCount} styles and ${rowCount} rows`
  return failure(
    'shrunk',
    `it has ${counts(now)}, the newest snapshot has ${counts(before)}. A decrease of more than ${maxShrink} % is ` +
      'accepted only with allowShrink in the started event',
  )
}
