import type { Graph } from '../../../cypher/connect.ts'

/** Values of properties by their names, such as `{ tenantKey: organization, status: 'open' }`. */
export type Properties = Record<string, unknown>

/** The number of nodes of a transaction that creates or deletes many. */
const AT_ONCE = 100_000

/** How many nodes have a label, such as `Entity:Listed`, and these values. */
export async function countNodes(graph: Graph, label: string, where: Properties = {}): Promise<number> {
  const [row] = await graph.execute(`${matching(label, where)} RETURN count(n) AS count`, { where })
  return Number(row?.count)
}

/** Fields of all nodes with a label and these values, sorted by these fields; a field that a node lacks is null. */
export async function readNodes<Field extends string>(
  graph: Graph,
  label: string,
  where: Properties,
  fields: readonly Field[],
): Promise<Record<Field, unknown>[]> {
  const columns = fields.map((field) => `n.${field} AS ${field}`).join(', ')
  const text = `${matching(label, where)} RETURN ${columns} ORDER BY ${fields.join(', ')}`
  return (await graph.execute(text, { where })) as Record<Field, unknown>[]
}

/** The documents of all nodes with a label and these values that have one, in no order. */
export async function readDocuments<Document>(graph: Graph, label: string, where: Properties): Promise<Document[]> {
  const rows = await graph.execute(`${matching(label, where)} RETURN n.doc AS doc`, { where })
  return rows.flatMap(({ doc }) => (typeof doc === 'string' ? [JSON.parse(doc)] : []))
}

/** All properties of every node of an organization. */
export async function everyNode(graph: Graph, organization: string): Promise<Properties[]> {
  const rows = await graph.execute('MATCH (n) WHERE n.tenantKey = $organization RETURN properties(n) AS properties', {
    organization,
  })
  return rows.map(({ properties }) => properties as Properties)
}

/**
 * The properties of the relationships of a type that an organization has, open or closed; of every type without one.
 */
export async function readLinks(graph: Graph, organization: string, type = ''): Promise<Properties[]> {
  const rows = await graph.execute(
    `MATCH ()-[l:LINK {tenantKey: $organization}]->() WHERE l.sortKey STARTS WITH $type RETURN properties(l) AS link`,
    { organization, type: type && `${type}/` },
  )
  return rows.map(({ link }) => link as Properties)
}

/** How Neo4j stores fields, such as `INTEGER NOT NULL`: each combination once. */
export async function storedTypes(graph: Graph, label: string, where: Properties, fields: readonly string[]) {
  const columns = fields.map((field) => `valueType(n.${field}) AS ${field}`).join(', ')
  return graph.execute(`${matching(label, where)} RETURN DISTINCT ${columns}`, { where })
}

export async function createNode(graph: Graph, label: string, properties: Properties): Promise<void> {
  await graph.execute(`CREATE (n:${label}) SET n = $properties`, { properties })
}

/** Sets values on all nodes with a label and values; null removes one. */
export async function updateNodes(graph: Graph, label: string, where: Properties, values: Properties): Promise<void> {
  await graph.execute(`${matching(label, where)} SET n += $values`, { where, values })
}

/** Deletes all nodes with a label and values, and their relationships. */
export async function deleteNodes(graph: Graph, label: string, where: Properties): Promise<void> {
  await graph.execute(`${matching(label, where)} DETACH DELETE n`, { where })
}

/** Creates nodes without properties, in transactions of 100,000. */
export async function createEmptyNodes(graph: Graph, label: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= AT_ONCE)
    await graph.execute(`UNWIND range(1, toInteger($count)) AS _ CREATE (:${label})`, {
      count: Math.min(left, AT_ONCE),
    })
}

/** Deletes all nodes with the label, in transactions of 100,000. They must have no relationships. */
export async function deleteEmptyNodes(graph: Graph, label: string): Promise<void> {
  while ((await countNodes(graph, label)) > 0)
    await graph.execute(`MATCH (n:${label}) WITH n LIMIT toInteger($limit) DELETE n`, { limit: AT_ONCE })
}

/** Deletes what a group of projectors stores about itself: offsets, lag, and its rebuild. */
export async function deleteGroup(graph: Graph, groupId: string): Promise<void> {
  for (const label of ['Offset', 'ProjectorGroup']) await deleteNodes(graph, label, { groupId })
}

/** Waits until searches find all that was committed. */
export async function refreshSearch(graph: Graph): Promise<void> {
  await graph.execute('CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()')
}

/** Everything in the graph that contains a text: in a label or property of a node, or in a property of a relationship. */
export async function storedWith(graph: Graph, text: string): Promise<string[]> {
  const nodes = await graph.execute('MATCH (n) RETURN labels(n) AS labels, properties(n) AS properties')
  const links = await graph.execute('MATCH ()-[l]->() RETURN type(l) AS type, properties(l) AS properties')
  return [...nodes, ...links].map((row) => JSON.stringify(row)).filter((line) => line.includes(text))
}

function matching(label: string, where: Properties): string {
  const conditions = Object.keys(where).map((name) => `n.${name} = $where.${name}`)
  return [`MATCH (n:${label})`, ...(conditions.length > 0 ? [`WHERE ${conditions.join(' AND ')}`] : [])].join(' ')
}
