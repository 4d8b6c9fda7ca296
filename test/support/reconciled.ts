import type { Graph } from '../../cypher/connect.ts'
import { holdReconciliation, listMarks } from '../../cypher/reconcile.ts'
import { reconcileSome } from '../../projector/reconcile/reconcile-some.ts'
import type { PositionException } from '../../schemas/connected.ts'
import { until } from './until.ts'

/** Tests that apply events themselves have no projectors. */
export const NO_GROUP = 'none'

/** Does all that is marked in an organization; returns in how many transactions. */
export async function drain(graph: Graph, organization: string): Promise<number> {
  for (let count = 0; count < 5000; count += 1) if (!(await reconcileSome(graph, NO_GROUP, organization))) return count
  throw new Error('There is always something marked: reconciling never ends')
}

/**
 * Waits until nothing of an organization is marked to be looked at again. What looks like that is looked at once more while
 * nobody reconciles: a commit may be seen in parts, and one that took its marks puts back what follows from them.
 */
export async function reconciled(graph: Graph, organization: string, timeoutMs = 240_000): Promise<void> {
  const isHeldWithoutMarks = () =>
    graph.write(async (run) => {
      await run(holdReconciliation, organization, {})
      return (await run(listMarks, organization, { limit: 1 })).length === 0
    })
  await until(
    'the end of reconciling',
    async () => (await marksOf(graph, organization)) === 0 && isHeldWithoutMarks(),
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

/** How many marks wait. */
export async function marksOf(graph: Graph, organization: string): Promise<number> {
  const [row] = await graph.execute('MATCH (r:Recheck {tenantKey: $organization}) RETURN count(r) AS n', {
    organization,
  })
  return Number(row?.n)
}
