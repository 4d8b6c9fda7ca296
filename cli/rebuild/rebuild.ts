import { randomUUID } from 'node:crypto'
import type { Graph, Run } from '../../cypher/connect.ts'
import { lockReconciliation, setConnected } from '../../cypher/exceptions/queue.ts'
import { labelProjected } from '../../cypher/migrate.ts'
import { listOrganizations } from '../../cypher/system/credentials.ts'
import { listAhead, listOrganizationRebuilds } from '../../cypher/system/organization-rebuild.ts'
import * as queries from '../../cypher/system/rebuild.ts'
import type { KafkaConnection } from '../../kafka/connection.ts'
import { FAST } from '../paced-deletion.ts'
import { dropAll, type RebuildHooks } from './drop.ts'
import { planRebuild, type RebuildScope } from './plan-rebuild.ts'

const INTERRUPTED =
  'Interrupted. Run `tda rebuild --together` again: until then the projectors wait, and reads return 503 `rebuilding`'

/**
 * Drops everything that projectors wrote, and lets them replay all events. Organizations, credentials and export jobs
 * are kept. During the rebuild's own steps no projector writes, because all claims end and no new ones are given. Reads
 * are rejected until the projectors have applied all events that are in Kafka at the start. An interrupted rebuild
 * continues when it is run again. See docs/adr/0020-rebuilds.md.
 * @returns how much was dropped
 * @throws the errors of `planRebuild`, and Error while an organization is being rebuilt
 */
export async function rebuild(
  graph: Graph,
  connection: KafkaConnection,
  { onProgress, onDropped, signal, ...scope }: RebuildScope & RebuildHooks,
): Promise<number> {
  const { groupId } = scope
  // Planned again, because an operator may have taken hours to confirm, and events that arrived since must be replayed
  // too.
  const { offsets } = await planRebuild(graph, connection, scope)
  const rebuildId = randomUUID()
  await graph.write(async (run) => {
    await run(queries.beginRebuild, null, { groupId, rebuildId })
    await refuseOrganizations(run, groupId)
    await run(queries.resetOffsets, null, { groupId, offsets })
  })
  onDropped?.(0)
  await awaitReconcilers(graph)
  await labelProjected(graph)
  return dropAll(
    { graph, groupId, rebuildId, onProgress, onDropped, signal, pace: FAST, interrupted: INTERRUPTED },
    (run, limit) => run(queries.dropLinks, null, { limit }),
    (run, limit) => run(queries.dropProjected, null, { limit }),
  )
}

/**
 * The changes of an organization that is being rebuilt are recorded up to other offsets than those of all others, until
 * the projectors have passed the end of its replay.
 */
async function refuseOrganizations(run: Run, groupId: string): Promise<void> {
  const rebuilds = [
    ...(await run(listOrganizationRebuilds, null, { groupId })),
    ...(await run(listAhead, null, { groupId })),
  ]
  if (rebuilds.length === 0) return
  const names = [...new Set(rebuilds.map(({ organization }) => organization))].join(', ')
  throw new Error(`The rebuild of ${names} is not finished, so nothing was dropped. Wait until it is finished`)
}

/**
 * Waits for the running reconciliation of each organization. Later ones see that the group is being rebuilt, and do
 * nothing.
 */
async function awaitReconcilers(graph: Graph): Promise<void> {
  for (const { key } of await graph.readFromLeader(listOrganizations, null, { keys: null })) {
    await awaitReconciler(graph, key)
  }
}

/** Waits for the running reconciliation of an organization. The rebuild then begins without cross-system data. */
export async function awaitReconciler(graph: Graph, organization: string): Promise<void> {
  await graph.write(async (run) => {
    await run(lockReconciliation, organization, {})
    await run(setConnected, organization, { isConnected: false })
  })
}
