import type { z } from 'zod'
import type { ListBomYieldChangesInput } from '../../../schemas/bom.ts'
import type { FaultyInput } from '../../../schemas/problem.ts'
import type { Reader } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { latestSnapshot, type SelectedSnapshot, snapshotById, snapshotOfDay } from './select-snapshot.ts'

type Given = Omit<z.output<typeof ListBomYieldChangesInput>, 'cursor' | 'limit'>
type Name = keyof Given

/** @throws ApiError invalid_request naming every parameter of a combination that means nothing */
export function requireCoherent(given: Given): void {
  const faults: FaultyInput[] = []
  const refuse = (names: Name[], detail: string) => faults.push(...faultsOf(names, detail))
  if (given.from !== undefined && given.fromSnapshotId !== undefined)
    refuse(['from', 'fromSnapshotId'], 'give either from or fromSnapshotId')
  if (given.to !== undefined && given.toSnapshotId !== undefined)
    refuse(['to', 'toSnapshotId'], 'give either to or toSnapshotId')
  if (given.changeType === 'unchanged' && given.includeUnchanged === false)
    refuse(['changeType', 'includeUnchanged'], 'unchanged rows are asked for and left out')
  if (faults.length > 0) throw invalid(faults)
}

/**
 * The snapshots to compare, the earlier one first: for each side by id, by date, or by default the latest and the one
 * before it.
 * @throws ApiError snapshot_not_found and the like; invalid_request when the first is later than the second
 */
export async function selectCompared(given: Given, context: Reader): Promise<[SelectedSnapshot, SelectedSnapshot]> {
  // In this order, so that a latest snapshot that is completed meanwhile is not taken for the earlier one.
  const isFromGiven = given.from !== undefined || given.fromSnapshotId !== undefined
  const first = isFromGiven ? await select(given.fromSnapshotId, given.from, context) : null
  const to = await select(given.toSnapshotId, given.to, context)
  const from = first ?? (await latestSnapshot(context, to.seq))
  if (from.seq <= to.seq) return [from, to]
  const names = (['from', 'fromSnapshotId', 'to', 'toSnapshotId'] as const).filter((name) => given[name] !== undefined)
  throw invalid(faultsOf(names, 'the snapshot to compare from is later than the one to compare to'))
}

function select(id: string | undefined, day: string | undefined, context: Reader): Promise<SelectedSnapshot> {
  if (id !== undefined) return snapshotById(context, id)
  return day === undefined ? latestSnapshot(context) : snapshotOfDay(context, day)
}

function faultsOf(names: readonly Name[], detail: string): FaultyInput[] {
  return names.map((name) => ({ in: 'query', name, detail }))
}

function invalid(errors: FaultyInput[]): ApiError {
  const names = [...new Set(errors.map(({ name }) => name))]
  return new ApiError('invalid_request', { detail: `Not valid: ${names.join(', ')}.`, errors })
}
