import type { Graph } from '../../../cypher/connect.ts'
import { lockReconciliation } from '../../../cypher/exceptions/queue.ts'
import { reconcileSome } from '../../../projector/exceptions/reconcile-some.ts'
import type { PositionException } from '../../../schemas/materials/exceptions.ts'
import { until } from '../until.ts'

/** Tests that apply events themselves have no projectors. */
export const NO_GROUP = 'none'

/** Follows all that is invalid in an organization; returns in how many transactions. */
export async function drain(graph: Graph, organization: string): Promise<number> {
  for (let count = 0; count < 5000; count += 1)
    if ((await reconcileSome(graph, NO_GROUP, organization)) === null) return count
  throw new Error('There is always something invalid: reconciling never ends')
}

/**
 * Waits until nothing of an organization is invalid. What looks like that is checked once more while no process reconciles:
 * a commit may be seen in parts, and one that took invalidations adds what follows from them.
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

/** Exceptions as lines: the code and the codes of both ends. */
export function linesOf(exceptions: readonly PositionException[]): string[] {
  return exceptions
    .map(({ code, material, factory }) => [code, material?.code, factory?.code].filter((part) => part).join(' '))
    .sort()
}

/** The same with `firstSeenAt` and `lastSeenAt`. */
export function timedLinesOf(exceptions: readonly PositionException[]): string[] {
  return exceptions
    .flatMap((one) => linesOf([one]).map((line) => `${line} ${one.firstSeenAt} ${one.lastSeenAt}`))
    .sort()
}

/** What is invalid, each once, in order: the kind, the key, and that of the factory of a pair. */
export async function invalidationsOf(graph: Graph, organization: string): Promise<string[][]> {
  const rows = await graph.execute(
    'MATCH (q:Invalidation {tenantKey: $organization}) RETURN DISTINCT q.kind AS kind, q.key AS key, q.other AS other',
    { organization },
  )
  return rows
    .map(({ kind, key, other }) => [kind, key, other].map(String).filter((part) => part !== ''))
    .sort((a, b) => (a.join() < b.join() ? -1 : 1))
}
