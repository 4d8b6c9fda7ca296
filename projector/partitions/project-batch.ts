import type { Graph } from '../../cypher/connect.ts'
import { listOrganizations } from '../../cypher/system/credentials.ts'
import type { Log } from '../../kafka/connection/log.ts'
import type { TopicPartition } from '../../kafka/consumer/consumer-port.ts'
import { ownDeadLetters } from '../dead-letters/own-dead-letters.ts'
import type { ProjectorMetrics } from '../metrics.ts'
import { reportDead } from '../report.ts'
import type { Claim } from './advance.ts'
import { applyEvents } from './apply-batch.ts'
import { classify, type DeadRecord, decodeRecords, type PartitionRecord } from './classify.ts'
import type { MutexOf } from './organization-mutex.ts'

export interface Projecting {
  graph: Graph
  metrics: ProjectorMetrics
  log: Log
  /** Gives each transaction that writes about organizations its turn. */
  mutexOf: MutexOf
  /** Puts dead letters of the chunk that begins at `from` aside; resolves when every replica in sync has them. */
  publishDeadLetters(dead: readonly DeadRecord[], topicPartition: TopicPartition, from: number): Promise<void>
}

/** Consecutive records of a partition: it stands at `from` before them and at `to` after them. */
export interface Chunk {
  records: readonly PartitionRecord[]
  from: number
  to: number
}

/**
 * Applies a chunk, dead letters first: the offset never moves past a record that was neither applied nor rejected.
 * @returns false when the partition was taken away while the chunk waited for its turn; then nothing was applied
 * @throws Fenced, GraphError, or what `publishDeadLetters` throws; then nothing was applied
 */
export async function projectBatch(
  projecting: Projecting,
  claim: Claim,
  { records, from, to }: Chunk,
  isCurrent: () => boolean,
): Promise<boolean> {
  const { graph, metrics, mutexOf, publishDeadLetters } = projecting
  const { decoded, organizations: keys } = decodeRecords(records)
  // Others than the leader may not know yet what an operator has just changed.
  const known = keys?.length === 0 ? [] : await graph.readFromLeader(listOrganizations, null, { keys })
  const { events, offsets, dead, ignored } = classify(decoded, known)
  if (dead.length > 0) await publishDeadLetters(dead, claim, from)
  const deadLetters = ownDeadLetters(dead, new Set(known.map(({ key }) => key)), claim)
  const organizations = new Set([...events, ...deadLetters].map(({ organization }) => organization))
  let done = () => {}
  const result = await graph.write(
    (run) => {
      if (!isCurrent()) return Promise.resolve(null)
      done = metrics.batchSeconds.startTimer()
      return applyEvents(run, claim, events, from, to, { deadLetters, offsets })
    },
    mutexOf([...organizations]),
  )
  if (!result) return false
  done()
  metrics.records.inc({ outcome: 'applied' }, result.applied)
  metrics.records.inc({ outcome: 'stale' }, result.stale)
  metrics.records.inc({ outcome: 'ignored' }, ignored)
  reportDead(projecting, claim, dead)
  return true
}
