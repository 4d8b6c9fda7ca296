import type { Failure } from '../domain/publications/failure.ts'
import type { TopicPartition } from '../kafka/consumer.ts'
import type { Log } from '../kafka/log.ts'
import type { ProjectorMetrics } from './metrics.ts'
import type { DeadRecord } from './pipeline/event-stream.ts'

interface ReportContext {
  metrics: Pick<ProjectorMetrics, 'records' | 'dead' | 'publications'>
  log: Log
}

/** How many kinds of dead letters a line names, and how many offsets of each. */
const [KINDS, OFFSETS] = [20, 5]

/**
 * Counts the events that a step rejected, and logs them in one line: the number for each reason and organization, and
 * the first offsets. Keys are left out, because they contain IDs of records; `tda dlq` shows them.
 */
export function reportDead(
  { metrics, log }: ReportContext,
  { topic, partition }: TopicPartition,
  dead: readonly DeadRecord[],
): void {
  if (dead.length === 0) return
  metrics.records.inc({ outcome: 'dead' }, dead.length)
  for (const { reason } of dead) metrics.dead.inc({ reason })
  const kinds = [...Map.groupBy(dead, ({ reason, organization }) => `${reason} ${organization ?? ''}`).values()]
  const deadLetters = kinds.slice(0, KINDS).flatMap((alike) => {
    const [first] = alike
    if (!first) return []
    const offsets = alike.slice(0, OFFSETS).map(({ record }) => record.offset)
    return { reason: first.reason, organization: first.organization, count: alike.length, offsets }
  })
  log.warn({ topic, partition, count: dead.length, deadLetters }, 'dead letters')
}

export interface Completed {
  snapshotId: string
  publicationNumber: number
  styleCount: number
  skuCount: number
  rowCount: number
}

export function reportCompleted(
  { metrics, log }: ReportContext,
  organization: string,
  { snapshotId, publicationNumber, styleCount, skuCount, rowCount }: Completed,
): void {
  metrics.publications.inc({ outcome: 'completed' })
  log.info({ organization, snapshotId, publicationNumber, styleCount, skuCount, rowCount }, 'publication completed')
}

/**
 * Counts and logs a failed publication. The reason that a source gives for aborting is not logged, because it is free
 * text. `tda publications` shows it.
 */
export function reportFailed(
  { metrics, log }: ReportContext,
  organization: string,
  failed: readonly { snapshotId: string; why: Failure }[],
): void {
  for (const { snapshotId, why } of failed) {
    metrics.publications.inc({ outcome: why.code })
    const { code: reason, detail } = why
    log.warn({ organization, snapshotId, reason, ...(reason === 'aborted' ? {} : { detail }) }, 'publication failed')
  }
}

/** How many exceptions of an organization a transaction opened and resolved. */
export interface ExceptionCounts {
  opened: number
  resolved: number
}

export function reportExceptions(log: Log, organization: string, { opened, resolved }: ExceptionCounts): void {
  if (opened + resolved > 0) log.info({ organization, opened, resolved }, 'exceptions changed')
}
