import type { Graph } from '../../cypher/connect.ts'

/** Everything that the marks of an organization name, each once, in order. */
export async function marksOf(graph: Graph, organization: string): Promise<unknown[][]> {
  const rows = await graph.execute('MATCH (r:Recheck {tenantKey: $organization}) RETURN r.subjects AS subjects', {
    organization,
  })
  const texts = new Set(rows.flatMap(({ subjects }) => subjects as string[]))
  return [...texts].sort().map((text) => JSON.parse(text))
}
