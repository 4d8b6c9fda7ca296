import { type Graph, tenantLabel } from '../../../cypher/connect.ts'
import { deadLetterId } from '../../../domain/identity/dead-letter-id.ts'

const DAY_MS = 86_400_000
const topic = 'tenantdata.records.v1'
const NEXT = 10

/** The position of one of the dead letters, and the required input of `getIngestReceipt`. */
export const rejectedPosition = { topic, partition: 0, offset: 2 }

/**
 * Stores outcomes of events as a projector does: three failed publications, three dead letters, two sources, and a code
 * that two entities have. The newest is one day older than `now`. With `groupId`, also the offset of this group of
 * projectors, which have applied ten events.
 */
export async function fillIngested(
  graph: Graph,
  organization: string,
  now: number,
  claimants: readonly string[],
  groupId?: string,
) {
  const days = [1, 2, 3]
  const own = { tenantKey: organization }
  const dayBefore = (days: number) => new Date(now - days * DAY_MS).toISOString()
  const publications = days.map((day) => {
    const at = dayBefore(day)
    const started = { startedAt: at, effectiveAt: at, system: 'plm', instance: 'main', sourceRunId: null }
    const snapshotId = `01M29PACYT7RPDKX9BBMRWYY${day}Q`
    const reason = 'wrong_counts: lineCount is 3, not 4'
    return {
      ...own,
      snapshotId,
      offset: 100 - day,
      status: 'failed',
      started: JSON.stringify(started),
      endedAt: at,
      reason,
    }
  })
  const deadLetters = days.map((offset) => {
    const at = dayBefore(offset)
    const subject = `M-${offset}`
    const fault = { path: 'data.name', detail: 'is required' }
    return {
      ...own,
      ...{
        id: deadLetterId(organization, { topic, partition: 0, offset }),
        sortKey: `${at}/${topic}/0000000000/000000000000000${offset}`,
        topic,
        offset,
        at,
        rejectedAt: at,
      },
      ...{ partition: 0, reason: 'invalid_data', detail: 'data.name: is required', faults: JSON.stringify([fault]) },
      // An earlier version stored the oldest, without the ID of the event.
      ...{ type: 'tenantdata.material.upserted.v1', source: '/plm/main', subject },
      ...(offset === 3 ? {} : { eventId: `run-${offset}`, count: 1 }),
      key: `${organization}/material/plm/main/${subject}`,
    }
  })
  const sources = ['/erp/main', '/plm/main'].map((source) => ({
    ...own,
    ...{ source, topic, partition: 0, applied: 3, stale: 1, rejected: 2, types: ['tenantdata.material.upserted.v1'] },
    ...{ lastEventAt: dayBefore(2), lastAppliedAt: dayBefore(1) },
  }))
  const claims = claimants.map((entityId) => ({
    ...own,
    ...{ id: `contested/${entityId}`, entityId, kind: 'ean', value: '4006381333931', system: 'plm', instance: 'main' },
  }))
  const rows = { Publication: publications, DeadLetter: deadLetters, IngestedSource: sources, Claim: claims }
  for (const [label, nodes] of Object.entries(rows)) {
    await graph.execute(
      `UNWIND $nodes AS node CREATE (n:${label}:Projected:${tenantLabel(organization)}) SET n = node
       SET n.offset = toInteger(node.offset), n.partition = toInteger(node.partition), n.applied = toInteger(node.applied),
         n.stale = toInteger(node.stale), n.rejected = toInteger(node.rejected)`,
      { nodes },
    )
  }
  if (groupId === undefined) return
  const offset = { groupId, topic, partition: 0, next: NEXT }
  await graph.execute(
    'CREATE (:Offset {groupId: $groupId, topic: $topic, partition: $partition, next: $next, epoch: 1})',
    offset,
  )
}
