import type { Graph } from '../../../cypher/connect.ts'

/** The states of the transactions of the server that run a query with a text, such as `Running` or `Blocked by: …`. */
export async function statesOfRunning(graph: Graph, text: string): Promise<string[]> {
  const rows = await graph.execute(
    'SHOW TRANSACTIONS YIELD status, currentQuery WHERE currentQuery CONTAINS $text RETURN status',
    { text },
  )
  return rows.map(({ status }) => String(status))
}
