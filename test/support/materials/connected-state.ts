import { type Graph, tenantLabel } from '../../../cypher/connect.ts'

/** The stored exceptions of an organization in the form of the demo's ledger: with base severity and without times. */
export async function openExceptions(graph: Graph, organization: string, status = 'open') {
  const label = tenantLabel(organization)
  const rows = await graph.execute(
    `MATCH (x:PositionException:\`${label}\` {status: $status})
     RETURN x.code AS code, x.materialKey AS material, x.factoryKey AS factory, x.doc AS doc`,
    { status },
  )
  return rows.map(({ code, material, factory, doc }) => {
    const { measure, severity } = JSON.parse(String(doc)) as { measure: string | null; severity: string }
    return { code, material: material || null, factory: factory || null, measure, severity }
  })
}
