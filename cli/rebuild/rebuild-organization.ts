import { randomUUID } from 'node:crypto'
import type { Graph } from '../../cypher/connect.ts'
import { dropOwnLinks, dropOwnProjected } from '../../cypher/records/drop-organization.ts'
import { groupOfOrganization } from '../../cypher/system/organization-group.ts'
import { deferOrganization, lockGroup } from '../../cypher/system/organization-rebuild.ts'
import { beginRebuild } from '../../cypher/system/rebuild.ts'
import type { KafkaConnection } from '../../kafka/connection.ts'
import { GENTLE } from '../paced-deletion.ts'
import { dropAll, type RebuildHooks } from './drop.ts'
import { planRebuild, type RebuildScope } from './plan-rebuild.ts'
import { awaitReconciler } from './rebuild.ts'

const NEVER_CLAIMED =
  'The projectors have not claimed every partition yet, so nothing was dropped. Start them, and run the command again'

/**
 * Drops everything that projectors wrote for an organization, and lets them replay its events. Its reads are rejected
 * until the end. Other organizations notice nothing: the projectors skip the events of this one, and apply them as a
 * group of its own. See docs/adr/0062-rebuild-of-one-organization.md.
 * @returns how much was dropped
 * @throws the errors of `planRebuild`, and Error while the whole graph is being rebuilt
 */
export async function rebuildOrganization(
  graph: Graph,
  connection: KafkaConnection,
  { organization, onProgress, onDropped, signal, ...scope }: RebuildScope & RebuildHooks & { organization: string },
): Promise<number> {
  const { groupId } = scope
  const { offsets } = await planRebuild(graph, connection, { ...scope, acceptGap: false })
  const rebuildId = randomUUID()
  const organizationGroup = groupOfOrganization(groupId, organization)
  await graph.write(async (run) => {
    const [group] = await run(lockGroup, null, { groupId, owner: rebuildId })
    if (!group) throw new Error(NEVER_CLAIMED)
    if (group.stage !== null)
      throw new Error('The graph is being rebuilt, so nothing was dropped. Wait until it is finished')
    await run(beginRebuild, null, { groupId: organizationGroup, rebuildId })
    const starts = offsets.map(({ topic, partition, next }) => ({ topic, partition, next }))
    const [deferred] = await run(deferOrganization, null, { groupId, organizationGroup, organization, offsets: starts })
    if (deferred?.partitions !== offsets.length) throw new Error(NEVER_CLAIMED)
  })
  onDropped?.(0)
  await awaitReconciler(graph, organization)
  const interrupted =
    `Interrupted. Run \`tda rebuild ${organization}\` again: until then reads of the organization return 503 ` +
    '`rebuilding`'
  return dropAll(
    { graph, groupId: organizationGroup, rebuildId, onProgress, onDropped, signal, pace: GENTLE, interrupted },
    (run, limit) => run(dropOwnLinks, organization, { limit }),
    (run, limit) => run(dropOwnProjected, organization, { limit }),
  )
}
