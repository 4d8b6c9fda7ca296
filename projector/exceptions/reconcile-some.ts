import type { Graph, Run, RunExclusive } from '../../cypher/connect.ts'
import { getConnected, lockReconciliation } from '../../cypher/exceptions/queue.ts'
import { awaitBatches, getRebuild } from '../../cypher/system/rebuild.ts'
import type { ExceptionCounts } from '../report.ts'
import { openContext, type ReconcileContext } from './context.ts'
import { evaluatePairs } from './evaluate/evaluate-pairs.ts'
import { follow } from './follow/follow.ts'
import type { Invalidation } from './invalidation.ts'
import { putInvalidations, type TakenInvalidations, takeInvalidations } from './queue.ts'
import { resolvePositions } from './resolve/positions.ts'
import { resolveRequirements } from './resolve/resolve-requirements.ts'
import { resolveRecords } from './resolve-records.ts'
import { nothingWritten } from './write-findings.ts'

/**
 * Follows some of what is invalid in an organization, in one bounded transaction: exactly what it takes is gone with what
 * follows from it, or nothing is. A transaction that changes something at the same time adds its own invalidation. See
 * docs/adr/0022-exceptions-as-a-queue-of-pairs.md.
 * While a rebuild drops what there is nothing is done: it waits for those that lock the organization when it begins, so that
 * nothing of before is written after it.
 * @returns what was opened and resolved; null when nothing waited, or may not be looked at now
 * @throws GraphError when the graph cannot answer; then nothing was done
 */
export async function reconcileSome(
  graph: Graph,
  groupId: string,
  organization: string,
  runExclusive?: RunExclusive,
  portion: Portion = everything,
): Promise<ExceptionCounts | null> {
  const transact = (hasWaited: boolean) =>
    graph.write((run) => reconcileIn(run, groupId, organization, hasWaited, portion), runExclusive)
  const done = await transact(false)
  if (done !== 'first') return done
  // Batches that began before the first connected data was committed said nothing of what they changed.
  await graph.write((run) => run(awaitBatches, null, { groupId }), runExclusive)
  const again = await transact(true)
  return again === 'first' ? null : again
}

/** How many invalidations one transaction takes at most, beside the limit of their kind. */
export interface Portion {
  most: number
  /** Takes them without following them: an error that no check foresaw keeps them from it. */
  isPassedOver: boolean
}

const everything: Portion = { most: Number.POSITIVE_INFINITY, isPassedOver: false }

/** Returns `first` when batches are to be waited for before anything is taken. */
async function reconcileIn(
  run: Run,
  groupId: string,
  organization: string,
  hasWaited: boolean,
  { most, isPassedOver }: Portion,
): Promise<ExceptionCounts | null | 'first'> {
  // Sent at once and answered in this order: a rebuild is looked for once the organization is locked.
  const [, [group]] = await Promise.all([run(lockReconciliation, organization, {}), run(getRebuild, null, { groupId })])
  if (group?.stage === 'dropping') return null
  const mayTake = (one: Invalidation) => hasWaited || !isFirst(one)
  const taken = await takeInvalidations(run, organization, mayTake, group?.stage === 'reconciling', most)
  if (taken === 'refused') return 'first'
  if (!taken) return null
  if (isPassedOver) return nothingWritten
  const [state] = await run(getConnected, organization, {})
  // A publication says so whether or not there is anything that it could change.
  if (!state?.isConnected) return nothingWritten
  const context = await openContext(run, organization, taken.labels)
  const { counts = nothingWritten, added = [] } = await perform(context, taken)
  await putInvalidations(context, added)
  return counts
}

const isFirst = (one: Invalidation) => one.kind === 'everything' && one.isFirst

interface StepResult {
  counts?: ExceptionCounts
  /** What follows from what was taken. */
  added?: readonly Invalidation[]
}

const idsOf = (taken: readonly { id: string }[]) => taken.map(({ id }) => id)

async function perform(context: ReconcileContext, taken: TakenInvalidations): Promise<StepResult> {
  switch (taken.kind) {
    case 'record':
      return resolveRecords(context, idsOf(taken.invalidations))
    case 'requirement':
      return { added: await resolveRequirements(context, idsOf(taken.invalidations)) }
    case 'position':
      return { added: await resolvePositions(context, idsOf(taken.invalidations)) }
    case 'pair':
      return { counts: await evaluatePairs(context, taken.invalidations) }
    default:
      return { added: await follow(context, taken.kind, taken.invalidations) }
  }
}
