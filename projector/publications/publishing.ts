import type { Run } from '../../cypher/connect.ts'
import { noteApplied } from '../../cypher/ingest.ts'
import * as publications from '../../cypher/publications.ts'
import { rememberEvents, setFeed } from '../../cypher/publications.ts'
import { advance, type Claim } from '../advance.ts'
import type { DeadRecord } from '../classify.ts'
import type { Projecting } from '../project-batch.ts'
import type { Failure } from './failure.ts'
import { addFailed } from './notices.ts'
import type { BomEntry, BomStep } from './project-publications.ts'

/** What it takes to turn events into publications. */
export interface Publishing extends Projecting {
  bomPartitions: number
  /** How long a publication may be silent, in ms between Kafka's times. */
  silenceMs: number
  /** Called when a publication of the organization has ended: notices are to be sent and leftovers to be dropped. */
  afterEnd(organization: string): Promise<void>
}

/** What a step does to one organization beside what it stages. */
export interface Outcome {
  open: string | null
  lastAt: number
  failed: { snapshotId: string; why: Failure; at: string; key: string }[]
}

/** Ends publications that failed, tells consumers, and remembers where the organization stands. */
export async function writeOutcome(run: Run, organization: string, { open, lastAt, failed }: Outcome): Promise<void> {
  for (const { snapshotId, why, at, key } of failed) {
    const status = why.code === 'aborted' ? 'aborted' : 'failed'
    const reason = `${why.code}: ${why.detail}`
    await run(publications.failPublication, organization, { snapshotId, status, reason, endedAt: at })
    await run(rememberEvents, organization, { snapshotId, keys: [key] })
    await addFailed(run, organization, { snapshotId, reason, time: at })
  }
  await run(setFeed, organization, { snapshotId: open, lastAt })
}

/** Puts the dead letters of a step aside, then writes what it does and moves the offset, in one transaction. */
export async function writeStep(
  { graph, metrics, inTurn, bury }: Publishing,
  claim: Claim,
  step: BomStep,
  dead: readonly DeadRecord[],
  work: (run: Run) => Promise<void>,
): Promise<void> {
  const all = [...step.dead, ...dead].sort((a, b) => a.record.offset - b.record.offset)
  if (all.length > 0) await bury(all, claim, step.from)
  await inTurn(() =>
    graph.write(async (run) => {
      if (!(await advance(run, claim, step.from, step.to))) return
      await work(run)
      await noteArrivals(run, claim, step, dead)
    }),
  )
  metrics.records.inc({ outcome: 'dead' }, all.length)
  for (const { reason } of all) metrics.dead.inc({ reason })
}

/** Tells readers when the newest event of each organization arrived that was taken in. */
async function noteArrivals(
  run: Run,
  { topic, partition }: Claim,
  { entries }: BomStep,
  dead: readonly DeadRecord[],
): Promise<void> {
  const refused = new Set(dead.map(({ record }) => record.offset))
  const newest = new Map<string, number>()
  for (const { record, event } of entries) {
    const before = newest.get(event.organization) ?? 0
    if (!refused.has(record.offset)) newest.set(event.organization, Math.max(before, record.timestamp))
  }
  for (const [organization, timestamp] of [...newest].sort(([a], [b]) => (a < b ? -1 : 1)))
    await run(noteApplied, organization, { topic, partition, at: new Date(timestamp).toISOString() })
}

/** The dead letter of an event that its publication cannot use. */
export function deadEntry(
  { record, event }: BomEntry,
  reason: 'no_open_publication' | 'publication_failed',
  detail: string,
): DeadRecord {
  return { record, reason, detail, organization: event.organization }
}

export function notOpen(entry: BomEntry): DeadRecord {
  return deadEntry(entry, 'no_open_publication', `snapshot ${entry.event.snapshotId} is not open`)
}
