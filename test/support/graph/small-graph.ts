import type { Graph, Run } from '../../../cypher/connect.ts'
import { GraphError } from '../../../cypher/errors.ts'

/** A graph that times out if a transaction writes more than `mostStyles` styles of a publication. */
export function smallGraph(graph: Graph, mostStyles: number): { graph: Graph; refused: number[] } {
  const refused: number[] = []
  const write: Graph['write'] = (work) =>
    graph.write((run: Run) =>
      work((query, organization, params) => {
        const { styleIds } = params as { styleIds?: string[] }
        if (query.name === 'bom/listOpenUses' && styleIds && styleIds.length > mostStyles) {
          refused.push(styleIds.length)
          throw new GraphError('timeout', 'The transaction took too long')
        }
        return run(query, organization, params)
      }),
    )
  return { graph: { ...graph, write }, refused }
}
