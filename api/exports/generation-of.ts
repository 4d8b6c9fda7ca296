import type { Graph } from '../../cypher/connect.ts'
import { getRebuild } from '../../cypher/system/rebuild.ts'

/**
 * Returns the generation of the graph, or null while a rebuild is running. If it is the same before and after a read,
 * no rebuild removed rows from that read.
 * @throws GraphError if the graph cannot be read
 */
export async function generationOf(graph: Pick<Graph, 'read'>, groupId: string): Promise<number | null> {
  const [found] = await graph.read(getRebuild, null, { groupId })
  const generation = found?.generation ?? 0
  return generation % 2 === 1 ? null : generation
}
