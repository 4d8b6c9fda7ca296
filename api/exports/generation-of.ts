import type { Graph } from '../../cypher/connect.ts'
import { groupOfOrganization } from '../../cypher/system/organization-group.ts'
import { getGeneration } from '../../cypher/system/rebuild.ts'

/**
 * Returns the generation of an organization's data, or null while a rebuild is running. If it is the same before and
 * after a read, no rebuild removed rows from that read.
 * @throws GraphError if the graph cannot be read
 */
export async function generationOf(
  graph: Pick<Graph, 'read'>,
  groupId: string,
  organization: string,
): Promise<number | null> {
  const organizationGroup = groupOfOrganization(groupId, organization)
  const [found] = await graph.read(getGeneration, null, { groupId, organizationGroup })
  const generation = found?.generation ?? 0
  return generation % 2 === 1 ? null : generation
}
