import type { Graph } from '../../cypher/connect.ts'
import { getRebuilds } from '../../cypher/rebuild.ts'

/**
 * How often the graph was rebuilt, as a sign of the state that it is in; null while it is being rebuilt, and until the
 * projectors have come again to where the log ended then. What is read between two equal signs lacks nothing for a rebuild.
 * @throws GraphError when the graph cannot answer
 */
export async function rebuildsOf(graph: Pick<Graph, 'read'>, groupId: string): Promise<number | null> {
  const [found] = await graph.read(getRebuilds, null, { groupId })
  return found?.isGoingOn ? null : (found?.rebuilds ?? 0)
}
