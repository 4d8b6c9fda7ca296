import { findFirstSnapshot, findSnapshotByTime, listSnapshots } from '../../../../cypher/bom/read-snapshots.ts'
import type { FaultyInput } from '../../../../schemas/problem.ts'
import { OPEN } from '../../../../schemas/stored/bom.ts'
import { type StoredSnapshot, storedSnapshot } from '../../../../schemas/stored/publication.ts'
import type { TextOf } from '../../../../schemas/stored/stored-document.ts'
import type { Reader } from '../../../core/context.ts'
import { ApiError } from '../../../core/errors.ts'
import { invalidRequest } from '../../../core/input/invalid-request.ts'
import { findPublication, notFound, retired } from './pinned-snapshot.ts'

/** A snapshot whose rows are read. `seq` is its sequence number among the organization's completed publications. */
export interface SelectedSnapshot {
  seq: number
  snapshotId: string
  completedAt: string
  rowsPerStyle: number
  /** Null if the snapshot comes from a cursor, which does not contain the number. */
  rowCount: number | null
}

/** The number of an organization's first completed publication. */
const FIRST = 1

/** The latest snapshot. @throws ApiError snapshot_not_found */
export async function latestSnapshot(context: Reader): Promise<SelectedSnapshot> {
  const [found] = await context.read(listSnapshots, { before: OPEN, limit: 1 })
  if (found) return selected(found)
  throw notFound('No snapshot is available.')
}

/**
 * The snapshot before another one.
 * @throws ApiError snapshot_not_found; snapshot_retired if the previous one was retired
 */
export async function snapshotBefore(context: Reader, { seq }: SelectedSnapshot): Promise<SelectedSnapshot> {
  const [found] = await context.read(listSnapshots, { before: seq, limit: 1 })
  if (found) return selected(found)
  if (seq > FIRST) throw retired('The snapshot before the later side was retired. Its rows are no longer available.')
  throw notFound('There is no snapshot before the later side.')
}

/** The latest snapshot that was completed by the end of a UTC day. @throws ApiError snapshot_not_found */
export async function snapshotOfDay(context: Reader, day: string): Promise<SelectedSnapshot> {
  return snapshotAt(context, `${day}T23:59:59.999Z`, `the end of ${day}`)
}

/** The latest snapshot that was completed by a time. @throws ApiError snapshot_not_found */
export async function snapshotAt(context: Reader, until: string, shown = until): Promise<SelectedSnapshot> {
  const [found] = await context.read(findSnapshotByTime, { until })
  if (found) return selected(found)
  const [first] = await context.read(findFirstSnapshot, {})
  if (!first) throw notFound('No snapshot is available.')
  const { completedAt } = selected(first)
  throw notFound(`No snapshot was completed by ${shown}. The first available one was completed at ${completedAt}.`)
}

/**
 * A completed snapshot by its ID.
 * @throws ApiError snapshot_not_found for an ID that does not exist, that failed, or that belongs to another
 * organization; snapshot_not_completed, snapshot_retired
 */
export async function snapshotById(context: Reader, snapshotId: string): Promise<SelectedSnapshot> {
  const found = await findPublication(context, snapshotId)
  if (found?.status === 'building')
    throw new ApiError('snapshot_not_completed', { detail: 'The publication of this snapshot is not completed yet.' })
  if (found?.status === 'retired') throw retired()
  return completed(found)
}

/** The selection of a snapshot: by ID, by time, or the latest one if neither is given. */
export interface SelectionOfSnapshot {
  snapshotId?: string | undefined
  asOf?: string | undefined
}

/**
 * @param place location of the parameters in the request
 * @throws ApiError invalid_request if both an ID and a time are given
 */
export function requireOneSnapshot(
  { snapshotId, asOf }: SelectionOfSnapshot,
  place: FaultyInput['in'] = 'query',
): void {
  if (snapshotId === undefined || asOf === undefined) return
  const detail = 'cannot be combined: provide snapshotId or asOf'
  throw invalidRequest(['snapshotId', 'asOf'].map((name) => ({ in: place, name, detail })))
}

/** @throws ApiError as `snapshotById` and `snapshotAt` do */
export function selectSnapshot(context: Reader, { snapshotId, asOf }: SelectionOfSnapshot): Promise<SelectedSnapshot> {
  if (snapshotId !== undefined) return snapshotById(context, snapshotId)
  return asOf === undefined ? latestSnapshot(context) : snapshotAt(context, asOf)
}

function completed(found: Awaited<ReturnType<typeof findPublication>>): SelectedSnapshot {
  const { status, seq = null, doc = null } = found ?? {}
  if (status !== 'completed' || seq === null || doc === null)
    throw notFound('The organization has no snapshot with this ID.')
  return selected({ seq, doc })
}

function selected({ seq, doc }: { seq: number; doc: TextOf<StoredSnapshot> }): SelectedSnapshot {
  const { snapshotId, completedAt, rowCount, styleCount } = storedSnapshot.read(doc)
  const rowsPerStyle = Math.max(1, Math.round(rowCount / Math.max(1, styleCount)))
  return { seq, snapshotId, completedAt, rowsPerStyle, rowCount }
}
