import { type Graph, tenantLabel } from '../../../cypher/connect.ts'
import { type Expected, lineOf, linkLine } from '../events/model.ts'

/** The stored entities, links, and codes of an organization, in the form of the model. */
export async function projected(graph: Graph, organization: string): Promise<Expected> {
  const label = tenantLabel(organization)
  const found: Expected = { entities: new Map(), unpublishedLabels: new Map(), links: new Set(), claims: new Set() }
  for (const { id, doc, name, published } of await graph.execute(
    `MATCH (e:Entity:\`${label}\`) RETURN e.id AS id, e.doc AS doc, e.label AS name, e:Listed AS published`,
  )) {
    found.entities.set(String(id), published ? JSON.parse(String(doc)) : null)
    if (!published) found.unpublishedLabels.set(String(id), name === null ? null : String(name))
  }
  for (const { doc, a, b } of await graph.execute(
    `MATCH (a:\`${label}\`)-[l:LINK]->(b:\`${label}\`) RETURN l.doc AS doc, a.id AS a, b.id AS b`,
  )) {
    const { id, type, properties, source } = JSON.parse(String(doc))
    found.links.add(linkLine(id, type, String(a), String(b), properties, source))
  }
  for (const { c } of await graph.execute(`MATCH (c:Claim:\`${label}\`) RETURN properties(c) AS c`)) {
    const { entityId, former, ...code } = c as Record<'entityId' | 'system' | 'instance' | 'kind' | 'value', string> & {
      former?: boolean
    }
    found.claims.add(lineOf(entityId, code) + (former ? ' former' : ''))
  }
  return found
}

/** The same with external references in a fixed order, because their order does not matter. */
export function comparable({ entities, unpublishedLabels, links, claims }: Expected) {
  return {
    entities: Object.fromEntries([...entities].sort(byKey).map(([id, entity]) => [id, entity && sorted(entity)])),
    unpublishedLabels: Object.fromEntries([...unpublishedLabels].sort(byKey)),
    links: [...links].sort(),
    claims: [...claims].sort(),
  }
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

function sorted(entity: object & { externalReferences?: object[] }) {
  const line = (reference: object) => JSON.stringify(Object.entries(reference).sort(byKey))
  const references = [...(entity.externalReferences ?? [])].sort((a, b) => (line(a) < line(b) ? -1 : 1))
  return { ...entity, externalReferences: references }
}
