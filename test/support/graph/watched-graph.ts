import type { Graph, Run } from '../../../cypher/connect.ts'
import type { Query } from '../../../cypher/query.ts'

interface Asked {
  query: Query
  params: Record<string, unknown>
}

/** A graph that records the statements of its write transactions in order. */
export function watchedGraph(graph: Graph): { graph: Graph; asked: Asked[] } {
  const asked: Asked[] = []
  const write: Graph['write'] = (work) =>
    graph.write((run: Run) =>
      work((query, organization, params) => {
        asked.push({ query: query as Query, params: params as Record<string, unknown> })
        return run(query, organization, params)
      }),
    )
  return { graph: { ...graph, write }, asked }
}
