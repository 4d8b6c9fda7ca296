import type { Graph } from '../../../cypher/connect.ts'
import * as queries from '../../../cypher/system/organization-rebuild.ts'
import type { TopicPartition } from '../../../kafka/consumer.ts'
import { type Claimed, gapOf, type Whereabouts } from '../../partitions/claim-partition.ts'

/** An organization that is rebuilt, and the group under which its offsets are stored. */
export interface RebuiltOrganization {
  organization: string
  organizationGroup: string
  /** Identifies this process in the graph, for operators. */
  owner: string
}

/**
 * Claims a partition for the rebuild of an organization, so that writes of its previous owner fail. Nothing is claimed
 * before the old data is dropped, and after the partition was handed over.
 * @throws GraphError when the graph is unavailable
 */
export async function claimReplay(
  graph: Graph,
  { organization, organizationGroup, owner }: RebuiltOrganization,
  { topic, partition }: TopicPartition,
  found: Whereabouts,
): Promise<Claimed> {
  const [row] = await graph.write((run) =>
    run(queries.claimReplay, null, { organizationGroup, topic, partition, owner }),
  )
  if (!row) return { outcome: 'rebuilding' }
  const { epoch, next, rebuiltTo, feed: id, feedFrom: from, feedFromAt: fromAt, feedTo: to } = row
  const detail = gapOf(found, row)
  if (detail) return { outcome: 'gap', detail }
  const feed = { id, from, fromAt, to }
  const claim = { groupId: organizationGroup, topic, partition, owner, epoch, rebuiltTo, feed, organization }
  return { outcome: 'claimed', claim, next }
}
