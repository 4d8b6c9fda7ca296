import type { z } from 'zod'
import type { ChangeFilters } from '../../../../domain/bom/changes/change-filters.ts'
import type { comparisonSelection } from '../../../../schemas/bom/yields.ts'
import type { FaultyInput } from '../../../../schemas/problem.ts'
import type { Reader } from '../../../core/context.ts'
import { invalidRequest } from '../../../core/input/invalid-request.ts'
import {
  latestSnapshot,
  type SelectedSnapshot,
  snapshotBefore,
  snapshotById,
  snapshotOfDay,
} from '../reads/select-snapshot.ts'

/** The input of a comparing operation without pagination. */
export type Given = z.output<z.ZodObject<typeof comparisonSelection>>
type Name = keyof Given

/** Two snapshots, the earlier one first, and the filters of their rows. */
export interface Comparison {
  from: SelectedSnapshot
  to: SelectedSnapshot
  filters: ChangeFilters
}

/**
 * The filters with their defaults. Cursors are bound to them.
 * @throws ApiError invalid_request naming every parameter of a combination that has no meaning
 */
export function filtersOf(given: Given): Given & { includeUnchanged: boolean } {
  requireCoherent(given)
  return { ...given, includeUnchanged: given.includeUnchanged ?? given.changeType === 'unchanged' }
}

function requireCoherent(given: Given): void {
  const faults: FaultyInput[] = []
  const refuse = (names: Name[], detail: string) => faults.push(...faultsOf(names, detail))
  if (given.from !== undefined && given.fromSnapshotId !== undefined)
    refuse(['from', 'fromSnapshotId'], 'cannot be combined: provide from or fromSnapshotId')
  if (given.to !== undefined && given.toSnapshotId !== undefined)
    refuse(['to', 'toSnapshotId'], 'cannot be combined: provide to or toSnapshotId')
  if (given.changeType === 'unchanged' && given.includeUnchanged === false)
    refuse(
      ['changeType', 'includeUnchanged'],
      'contradicts the other parameter: provide changeType unchanged or includeUnchanged false, not both',
    )
  if (faults.length > 0) throw invalidRequest(faults)
}

/**
 * Selects the snapshots to compare, the earlier one first. Each side is given by ID or by date. By default it is the
 * latest snapshot and the one before it.
 * @throws ApiError as `snapshotById` and `snapshotOfDay`; invalid_request if the first is later than the second
 */
export async function selectCompared(given: Given, context: Reader): Promise<[SelectedSnapshot, SelectedSnapshot]> {
  // The first side is read before the second, so a snapshot that is completed in the meantime can only be the later
  // one.
  const isFromGiven = given.from !== undefined || given.fromSnapshotId !== undefined
  const first = isFromGiven ? await select(given.fromSnapshotId, given.from, context) : null
  const to = await select(given.toSnapshotId, given.to, context)
  const from = first ?? (await snapshotBefore(context, to))
  if (from.seq <= to.seq) return [from, to]
  const names = (['from', 'fromSnapshotId', 'to', 'toSnapshotId'] as const).filter((name) => given[name] !== undefined)
  throw invalidRequest(
    faultsOf(names, 'is out of order: the earlier side selects a later snapshot than the later side'),
  )
}

function select(id: string | undefined, day: string | undefined, context: Reader): Promise<SelectedSnapshot> {
  if (id !== undefined) return snapshotById(context, id)
  return day === undefined ? latestSnapshot(context) : snapshotOfDay(context, day)
}

function faultsOf(names: readonly Name[], detail: string): FaultyInput[] {
  return names.map((name) => ({ in: 'query', name, detail }))
}
