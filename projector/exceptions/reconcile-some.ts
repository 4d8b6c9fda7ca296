import type { Graph, Run, RunExclusive } from '../../cypher/connect.ts'
import { getConnected, lockReconciliation } from '../../cypher/exceptions/queue.ts'
import { groupOfOrganization } from '../../cypher/system/organization-group.ts'
import { isPurged } from '../../cypher/system/purge.ts'
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
 * Processes some invalidations of an organization in one bounded transaction. It either deletes them and writes all
 * their results, or changes nothing. A concurrent change adds an invalidation of its own. See
 * docs/adr/0022-exceptions-as-a-queue-of-pairs.md.
 * While a rebuild deletes the graph, this does nothing. At its start, the rebuild waits for reconcilers that hold the
 * organization's lock, so no result from before the rebuild is written after it.
 * @returns the numbers of opened and resolved exceptions; null when the queue is empty or must not be processed now
 * @throws GraphError when the graph is unavailable; then nothing was changed
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
  // A batch that began before the commit of the first cross-system data has not written invalidations. Wait for such
  // batches to end.
  const groupIds = [groupId, groupOfOrganization(groupId, organization)]
  await graph.write((run) => run(awaitBatches, null, { groupIds }), runExclusive)
  const again = await transact(true)
  return again === 'first' ? null : again
}

/** How many invalidations one transaction takes at most, if that is lower than the limit of their kind. */
export interface Portion {
  most: number
  /** Deletes the invalidations without processing them, because an unexpected error occurs each time. */
  isPassedOver: boolean
}

const everything: Portion = { most: Number.POSITIVE_INFINITY, isPassedOver: false }

/** Returns `first` if the next invalidation is of first cross-system data, which must wait for running batches. */
async function reconcileIn(
  run: Run,
  groupId: string,
  organization: string,
  hasWaited: boolean,
  { most, isPassedOver }: Portion,
): Promise<ExceptionCounts | null | 'first'> {
  // The organizations were listed some time ago, and a purged one keeps no node.
  if (await isPurged(run, organization)) return null
  // All statements are sent together and run in this order: the rebuild is read after the organization was locked.
  const [, [whole], [own]] = await Promise.all([
    run(lockReconciliation, organization, {}),
    run(getRebuild, null, { groupId }),
    run(getRebuild, null, { groupId: groupOfOrganization(groupId, organization) }),
  ])
  const stage = whole?.stage ?? own?.stage
  if (stage === 'dropping') return null
  const mayTake = (one: Invalidation) => hasWaited || !isFirst(one)
  const taken = await takeInvalidations(run, organization, mayTake, stage === 'reconciling', most)
  if (taken === 'refused') return 'first'
  if (!taken) return null
  if (isPassedOver) return nothingWritten
  const [state] = await run(getConnected, organization, {})
  // A publication adds an invalidation even if the organization has no cross-system data.
  if (!state?.isConnected) return nothingWritten
  const context = await openContext(run, organization, taken.labels)
  const { counts = nothingWritten, added = [] } = await perform(context, taken)
  await putInvalidations(context, added)
  return counts
}

const isFirst = (one: Invalidation) => one.kind === 'everything' && one.isFirst

interface StepResult {
  counts?: ExceptionCounts
  /** Invalidations that replace the processed ones. */
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
