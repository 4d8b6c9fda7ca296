import type { Graph } from '../../../cypher/connect.ts'
import { lockReconciliation } from '../../../cypher/exceptions/queue.ts'
import { reconcileSome } from '../../../projector/exceptions/reconcile-some.ts'
import type { PositionException } from '../../../schemas/materials/exceptions.ts'
import { until } from '../until.ts'

/** A consumer group without projectors, for tests that apply events themselves. */
export const NO_GROUP = 'none'

/** Processes all invalidations of an organization; returns the number of transactions. */
export async function drain(graph: Graph, organization: string): Promise<number> {
  for (let count = 0; count < 5000; count += 1)
    if ((await reconcileSome(graph, NO_GROUP, organization)) === null) return count
  throw new Error('There is always something invalid: reconciling never ends')
}

/**
 * Waits until an organization has no invalidations. Checks that once more under the lock of reconciliation, because a
 * transaction that deletes invalidations can add others, and a commit may be visible only in part.
 */
export async function reconciled(graph: Graph, organization: string, timeoutMs = 240_000): Promise<void> {
  const isLockedAndValid = () =>
    graph.write(async (run) => {
      await run(lockReconciliation, organization, {})
      return (await invalidationsOf(graph, organization)).length === 0
    })
  await until(
    'the end of reconciling',
    async () => (await invalidationsOf(graph, organization)).length === 0 && isLockedAndValid(),
    timeoutMs,
  )
}

/** The open exceptions of an organization, or those of another status. */
export async function exceptionsOf(graph: Graph, organization: string, status = 'open'): Promise<PositionException[]> {
  const rows = await graph.execute(
    'MATCH (e:PositionException {tenantKey: $organization, status: $status}) RETURN e.doc AS doc',
    { organization, status },
  )
  return rows.map(({ doc }) => JSON.parse(String(doc)))
}

/** Exceptions as lines: code, and codes of both ends. */
export function linesOf(exceptions: readonly PositionException[]): string[] {
  return exceptions
    .map(({ code, material, factory }) => [code, material?.code, factory?.code].filter((part) => part).join(' '))
    .sort()
}

/** Exceptions as lines with `firstSeenAt` and `lastSeenAt`. */
export function timedLinesOf(exceptions: readonly PositionException[]): string[] {
  return exceptions
    .flatMap((one) => linesOf([one]).map((line) => `${line} ${one.firstSeenAt} ${one.lastSeenAt}`))
    .sort()
}

/** The distinct invalidations in order: kind, key, and the key of the factory for a pair. */
export async function invalidationsOf(graph: Graph, organization: string): Promise<string[][]> {
  const rows = await graph.execute(
    'MATCH (q:Invalidation {tenantKey: $organization}) RETURN DISTINCT q.kind AS kind, q.key AS key, q.other AS other',
    { organization },
  )
  return rows
    .map(({ kind, key, other }) => [kind, key, other].map(String).filter((part) => part !== ''))
    .sort((a, b) => (a.join() < b.join() ? -1 : 1))
}
