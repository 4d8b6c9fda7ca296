import type { Graph } from '../../cypher/connect.ts'
import { getRebuild } from '../../cypher/system/rebuild.ts'

/**
 * The generation of the graph; null while it is being rebuilt, until everything is back. What is read between two equal ones
 * lacks nothing for a rebuild.
 * @throws GraphError when the graph cannot be read
 */
export async function generationOf(graph: Pick<Graph, 'read'>, groupId: string): Promise<number | null> {
  const [found] = await graph.read(getRebuild, null, { groupId })
  const generation = found?.generation ?? 0
  return generation % 2 === 1 ? null : generation
}
