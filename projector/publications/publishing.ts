import * as publications from '../../cypher/bom/write-publications.ts'
import { rememberEvents, setPublicationState } from '../../cypher/bom/write-publications.ts'
import type { Run } from '../../cypher/connect.ts'
import { countStaged } from '../../cypher/ingest/write-ingest.ts'
import { noteApplied } from '../../cypher/records/write-records.ts'
import { timeOfMilliseconds } from '../../schemas/input-times.ts'
import { ownDeadLetters } from '../dead-letters/own-dead-letters.ts'
import { countEvent, type SourceCounts } from '../ingest/source-counts.ts'
import { writeIngested } from '../ingest/write-ingested.ts'
import { advance, type Claim } from '../partitions/advance.ts'
import type { DeadRecord } from '../partitions/classify.ts'
import type { Projecting } from '../partitions/project-batch.ts'
import { createWrites } from '../records/writes.ts'
import { reportDead } from '../report.ts'
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
    const [staged] = why.seen ? [why.seen] : await run(countStaged, organization, { snapshotId })
    const expected = why.expected ? JSON.stringify(why.expected) : null
    const counts = { expected, seen: staged ? JSON.stringify(staged) : null }
    await run(publications.failPublication, organization, { snapshotId, status, reason, endedAt: at, ...counts })
    await run(rememberEvents, organization, { snapshotId, keys: [key] })
    await addFailed(run, organization, { snapshotId, reason, time: at })
  }
  await run(setPublicationState, organization, { snapshotId: open, lastAt })
}

/** The outcomes of the events of a step; all others were applied. */
interface Taken {
  dead: readonly DeadRecord[]
  /** Offsets of those that said nothing new. */
  stale: ReadonlySet<number>
}

export const allApplied: Taken = { dead: [], stale: new Set() }

/** Puts the dead letters of a step aside, then writes what it does and moves the offset, in one transaction. */
export async function writeStep(
  publishing: Publishing,
  claim: Claim,
  step: BomStep,
  taken: Taken,
  work: (run: Run) => Promise<void>,
): Promise<void> {
  const { graph, mutexOf, publishDeadLetters } = publishing
  const all = [...step.dead, ...taken.dead].sort((a, b) => a.record.offset - b.record.offset)
  if (all.length > 0) await publishDeadLetters(all, claim, step.from)
  await graph.write(
    async (run) => {
      if (!(await advance(run, claim, step.from, step.to))) return
      await work(run)
      await noteIngested(run, claim, step, all, taken.stale)
    },
    mutexOf(organizationsOf(step, all)),
  )
  reportDead(publishing, claim, all)
}

function organizationsOf({ entries }: BomStep, dead: readonly DeadRecord[]): string[] {
  const owners = dead.flatMap(({ organization }) => organization ?? [])
  return [...new Set([...entries.map(({ event }) => event.organization), ...owners])]
}

/** Records the outcomes of the events of each organization for readers, and when the newest accepted event arrived. */
async function noteIngested(
  run: Run,
  claim: Claim,
  { entries, registered }: BomStep,
  dead: readonly DeadRecord[],
  stale: Taken['stale'],
): Promise<void> {
  const { topic, partition } = claim
  const refused = new Set(dead.map(({ record }) => record.offset))
  const taken = entries.filter(({ record }) => !refused.has(record.offset))
  const groups = Map.groupBy(taken, ({ event }) => event.organization)
  const letters = new Map(ownDeadLetters(dead, registered, claim).map((own) => [own.organization, own.rows]))
  for (const organization of [...new Set([...groups.keys(), ...letters.keys()])].sort()) {
    const own = groups.get(organization) ?? []
    const { write, settled } = createWrites(run, organization)
    writeIngested(write, claim, countsOfEntries(own, stale), letters.get(organization) ?? [])
    const newest = Math.max(...own.map(({ record }) => record.timestamp))
    if (own.length > 0) write(noteApplied, { topic, partition, at: timeOfMilliseconds(newest) })
    await settled()
  }
}

function countsOfEntries(entries: readonly BomEntry[], stale: Taken['stale']): SourceCounts {
  const counts: SourceCounts = new Map()
  for (const { record, event } of entries) {
    const { source, time, said } = event
    const { offset, timestamp } = record
    const type = `tenantdata.bom.${said.action === 'invalid' ? said.of : said.action}.v1`
    const arrivedAt = timeOfMilliseconds(timestamp)
    countEvent(counts, { source, offset, type, time, arrivedAt }, stale.has(offset) ? 'stale' : 'applied')
  }
  return counts
}

/** The dead letter of an event that its publication cannot use. */
export function deadEntry(
  { record, event }: BomEntry,
  reason: 'no_open_publication' | 'publication_failed',
  detail: string,
): DeadRecord {
  const { organization, said } = event
  return { record, reason, detail, organization, ...(said.action === 'invalid' ? { faults: said.faults } : {}) }
}

export function notOpen(entry: BomEntry): DeadRecord {
  return deadEntry(entry, 'no_open_publication', `snapshot ${entry.event.snapshotId} is not open`)
}
