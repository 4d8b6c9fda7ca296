import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Graph, Run } from '../../cypher/connect.ts'
import { migrate } from '../../cypher/migrate.ts'
import {
  listStoredNodes,
  restoreCredentials,
  restoreDecided,
  restoreOrganizations,
  restorePurged,
  type StoredNode,
} from '../../cypher/system/backup.ts'
import { expireCredential, revokeCredential, suspendOrganization } from '../../cypher/system/credentials.ts'
import { claimGraph } from '../../cypher/system/installation.ts'
import { beginRebuild, endDrop, resetOffsets } from '../../cypher/system/rebuild.ts'
import type { AuditRecord } from '../../schemas/audit.ts'
import { beginPurgeOf } from '../purge/purge-organization.ts'
import type { RebuildPlan } from '../rebuild/plan-rebuild.ts'
import type { Backup } from './backup-file.ts'

/** What a restore has done, and the later changes that an operator has to make again. */
export interface Restored {
  organizations: number
  purgedOrganizations: number
  credentials: number
  /** Events that the projectors replay, and the number of their partitions. */
  records: number
  partitions: number
  /** Changes after the backup that took access away, and were applied. */
  applied: number
  /** Changes after the backup that were not applied, or only in part, from the audit trail. */
  remaining: Pick<AuditRecord, 'time' | 'operation' | 'organization' | 'credentialId' | 'parameters'>[]
}

/** Everything that operators stored. @param now UTC */
export async function readState(graph: Graph, region: string, now: Date): Promise<Backup> {
  return { region, createdAt: now.toISOString(), nodes: await graph.read(listStoredNodes, null, {}) }
}

/**
 * Restores a backup into a new graph, in one transaction, and begins a rebuild: the projectors replay all events, and
 * reads are rejected until they have. From the audit records after the backup, those that take access away are applied:
 * a revoked token stays revoked, and a purged organization stays purged.
 * @param options.groupId the group of the projectors
 * @param options.plan returns what the rebuild replays; called when the graph has its schema
 * @param options.later records of operators since the backup, in order
 * @throws Error when the graph already has organizations
 */
export async function restore(
  graph: Graph,
  backup: Backup,
  { groupId, plan, later }: { groupId: string; plan: () => Promise<RebuildPlan>; later: readonly AuditRecord[] },
): Promise<Restored> {
  await migrate(graph)
  const found = await graph.read(listStoredNodes, null, {})
  if (found.some(({ label }) => label === 'Organization' || label === 'PurgedOrganization'))
    throw new Error('The graph already has organizations. Restore a backup into a new graph')
  const { offsets, records, partitions } = await plan()
  await claimGraph(graph, backup.region)
  const rows = (label: StoredNode['label']) =>
    backup.nodes.flatMap((node) => (node.label === label ? [node.properties] : []))
  const [organizations, purged, credentials] = [rows('Organization'), rows('PurgedOrganization'), rows('Credential')]
  return graph.write(async (run) => {
    await run(restoreOrganizations, null, { rows: organizations })
    await run(restorePurged, null, { rows: purged })
    await run(restoreCredentials, null, { rows: credentials })
    const rebuildId = randomUUID()
    await run(beginRebuild, null, { groupId, rebuildId })
    await run(resetOffsets, null, { groupId, offsets })
    await run(restoreDecided, null, { groupId, rows: decidedOf(rows('Offset'), groupId) })
    // There is nothing to drop.
    await run(endDrop, null, { groupId, rebuildId })
    const counts = { organizations: organizations.length, purgedOrganizations: purged.length }
    return { ...counts, credentials: credentials.length, records, partitions, ...(await applyLater(run, later)) }
  })
}

const StoredOffset = z.object({
  groupId: z.string(),
  topic: z.string(),
  partition: z.int(),
  topicId: z.string(),
  next: z.int(),
  feedTo: z.int().optional(),
  decidedTo: z.int().optional(),
})

/**
 * Up to which offsets the projectors had applied events. During a rebuild, `next` was earlier than that, and during the
 * rebuild of an earlier restore, `feedTo` was, too.
 */
function decidedOf(offsets: StoredNode['properties'][], groupId: string) {
  return z
    .array(StoredOffset)
    .parse(offsets)
    .filter((offset) => offset.groupId === groupId)
    .map(({ topic, partition, topicId, next, feedTo = 0, decidedTo = 0 }) => ({
      topic,
      partition,
      topicId,
      to: Math.max(next, feedTo, decidedTo),
    }))
}

async function applyLater(run: Run, later: readonly AuditRecord[]): Promise<Pick<Restored, 'applied' | 'remaining'>> {
  let applied = 0
  const remaining: Restored['remaining'] = []
  for (const record of later) {
    const part = await takeAway(run, record)
    if (part !== 'nothing') applied += 1
    if (part !== 'all' && !remaining.some((other) => isSamePurge(other, record))) remaining.push(record)
  }
  return { applied, remaining }
}

/** A purge has a record for each of its steps. */
function isSamePurge(one: Restored['remaining'][number], other: AuditRecord): boolean {
  return (
    other.operation === 'organizations purge' &&
    one.operation === other.operation &&
    one.organization === other.organization
  )
}

/** Applies the part of a change that takes access away. Returns how much of the change that is. */
async function takeAway(run: Run, record: AuditRecord): Promise<'all' | 'part' | 'nothing'> {
  const { operation, time, organization, credentialId, parameters } = record
  const { replaces, oldExpiresAt } = parameters
  const amount = async (part: 'all' | 'part', rows: Promise<unknown[]>) => ((await rows).length > 0 ? part : 'nothing')
  if (operation === 'tokens revoke' && credentialId !== null)
    return amount('all', run(revokeCredential, null, { id: credentialId, now: time }))
  if (operation === 'organizations suspend' && organization !== null)
    return amount('all', run(suspendOrganization, null, { key: organization, suspendedAt: time }))
  if (operation === 'organizations purge' && organization !== null)
    return (await beginPurgeOf(run, organization, time)) === null ? 'nothing' : 'part'
  if (operation === 'tokens rotate' && typeof replaces === 'string' && typeof oldExpiresAt === 'string')
    return amount('part', run(expireCredential, null, { id: replaces, expiresAt: oldExpiresAt }))
  return 'nothing'
}
