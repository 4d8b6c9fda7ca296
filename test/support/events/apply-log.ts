import { randomUUID } from 'node:crypto'
import type { Graph } from '../../../cypher/connect.ts'
import type { RecordEvent } from '../../../domain/events/decode-event.ts'
import { createMetrics } from '../../../projector/metrics.ts'
import type { Claim } from '../../../projector/partitions/advance.ts'
import { claimPartition } from '../../../projector/partitions/claim-partition.ts'
import { createOrganizationMutex } from '../../../projector/partitions/organization-mutex.ts'
import { type Committed, commit } from '../../../projector/pipeline/commit.ts'
import { recordStream } from '../../../projector/records/record-stream.ts'
import { quiet } from '../processes/kafka.ts'
import { decoded, type SourceEvent } from './source-event.ts'

const whereabouts = { clusterId: 'cluster', topicId: 'topic', partitions: 1, logStart: 0, logEnd: 1_000_000 }

/** Claims a partition that no broker has; default is a new consumer group. */
export async function claim(
  graph: Graph,
  place: Partial<Omit<Claim, 'epoch'>> = {},
): Promise<Claim & { next: number }> {
  const own = { groupId: randomUUID(), topic: 'records', partition: 0, owner: 'test', ...place }
  const claimed = await claimPartition(graph, own, whereabouts, 1)
  if (claimed.outcome !== 'claimed') throw new Error(`not claimed: ${claimed.outcome}`)
  return { ...claimed.claim, next: claimed.next }
}

/** The offsets at which a log is divided into batches of these sizes, including its begin and end. */
export function cutsOf(length: number, sizes: Iterable<number>): number[] {
  const cuts = [0]
  let at = 0
  for (const size of sizes) {
    at += size
    if (at >= length) break
    cuts.push(at)
  }
  return [...cuts, length]
}

const metrics = createMetrics()

/** Commits events as one step of the pipeline, as if they were records from an offset on. */
export async function applyEvents(
  graph: Graph,
  claim: Claim,
  events: readonly RecordEvent[],
  from: number,
  to: number,
): Promise<Committed> {
  const entries = events.map((event, at) => ({
    event,
    record: { offset: from + at, timestamp: Date.parse(event.ingestedAt), key: null, value: null, headers: {} },
  }))
  const step = {
    from,
    to,
    entries,
    dead: [],
    ignored: 0,
    deferred: 0,
    purged: 0,
    registered: new Set(events.map((one) => one.organization)),
  }
  const context = {
    graph,
    metrics,
    log: quiet,
    mutexOf: createOrganizationMutex(),
    publishDeadLetters: async () => undefined,
  }
  const plan = await recordStream.plan(step, claim, () => true)
  const committed = await commit(context, recordStream, claim, step, plan, () => true)
  if (!committed) throw new Error('the step was not committed')
  return committed
}

/** Applies a log to a new partition, in batches. */
export async function applyLog(
  graph: Graph,
  organization: string,
  log: readonly SourceEvent[],
  cuts: readonly number[] = [0, log.length],
): Promise<Committed> {
  const own = await claim(graph)
  const total = { applied: 0, stale: 0 }
  for (const [index, from] of cuts.slice(0, -1).entries()) {
    const to = cuts[index + 1] ?? log.length
    const events = log.slice(from, to).map((event) => decoded(organization, event))
    const { applied, stale } = await applyEvents(graph, own, events, from, to)
    total.applied += applied
    total.stale += stale
  }
  return total
}
