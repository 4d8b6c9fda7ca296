import * as publications from '../../cypher/bom/write-publications.ts'
import type { Run } from '../../cypher/connect.ts'
import { countStaged } from '../../cypher/ingest/write-ingest.ts'
import type { BomEvent } from '../../domain/events/decode-bom-event.ts'
import type { NamedFault } from '../../domain/events/named-fault.ts'
import type { Failure } from '../../domain/publications/failure.ts'
import { MAX_PUBLICATION_FAULTS } from '../../schemas/ingest/publications.ts'
import { storedFaults } from '../../schemas/stored/dead-letter.ts'
import { storedCounts } from '../../schemas/stored/publication.ts'
import { storedFault } from '../dead-letters/stored-fault.ts'
import type { DeadRecord, Entry, Plan } from '../pipeline/event-stream.ts'
import { reportFailed } from '../report.ts'
import type { LateEvents } from './late-events.ts'
import { addFailed } from './notices.ts'
import type { PublicationContext } from './publication-stream.ts'

/** An event of a publication with the record that it came in. */
export type BomEntry = Entry<BomEvent>

/** How a step changes the publications of one organization, in addition to the rows that it stages. */
export interface Outcome {
  open: string | null
  lastAt: number
  failed: { snapshotId: string; why: Failure; at: string; key: string }[]
  /** The events that arrived for publications that are not open. */
  late?: LateEvents
}

/** Ends failed publications, adds their notices, and stores the state of the organization's publications. */
export async function writeOutcome(
  run: Run,
  organization: string,
  { open, lastAt, failed, late }: Outcome,
): Promise<void> {
  for (const { snapshotId, why, at, key } of failed) {
    const status = why.code === 'aborted' ? 'aborted' : 'failed'
    const reason = `${why.code}: ${why.detail}`
    const [staged] = why.seen ? [why.seen] : await run(countStaged, organization, { snapshotId })
    const expected = why.expected ? storedCounts.write(why.expected) : null
    const counts = { expected, seen: staged ? storedCounts.write(staged) : null }
    const { faults, faultCount } = failureFaults(why)
    const found = { ...counts, faults: storedFaults.write(faults), faultCount }
    await run(publications.failPublication, organization, { snapshotId, status, reason, endedAt: at, ...found })
    await run(publications.rememberEvents, organization, { snapshotId, keys: [key] })
    await addFailed(run, organization, { snapshotId, reason, time: at })
  }
  await late?.write(run, organization)
  await run(publications.setPublicationState, organization, { snapshotId: open, lastAt })
}

/** The optional parts of a plan, in addition to its outcome. */
interface PlanParts {
  dead?: readonly DeadRecord[]
  /** Offsets of stale events. */
  stale?: ReadonlySet<number>
  /** Writes more rows in the same transaction. */
  also?(run: Run): Promise<void>
}

/** Turns the outcome of one organization into a plan. */
export function planOf(
  context: PublicationContext,
  organization: string,
  outcome: Outcome,
  { dead = [], stale = new Set(), also }: PlanParts = {},
): Plan<BomEvent> {
  return {
    dead,
    async apply({ run, organization: applied }) {
      if (applied !== organization) return { stale: new Set() }
      await writeOutcome(run, organization, outcome)
      await also?.(run)
      return { stale }
    },
    committed: () => afterFailed(context, organization, outcome),
  }
}

/** Counts and logs the publications that a step has ended as failed. */
export async function afterFailed(
  context: PublicationContext,
  organization: string,
  { failed }: Outcome,
): Promise<void> {
  reportFailed(context, organization, failed)
  if (failed.length > 0) await context.afterEnd(organization)
}

/** The dead letter of an event that does not fit any open publication, or that made its publication fail. */
export function deadEntry(
  { record, event }: BomEntry,
  reason: 'no_open_publication' | 'publication_failed',
  detail: string,
  faults: readonly NamedFault[] = event.content.action === 'invalid' ? event.content.faults : [],
): DeadRecord {
  const { organization } = event
  return { record, reason, detail, organization, ...(faults.length > 0 ? { faults } : {}) }
}

/** What is stored of the faults of a failed publication: the first ones, and the number of all. */
export function failureFaults({ faults = [], faultCount = faults.length }: Failure) {
  return { faults: faults.slice(0, MAX_PUBLICATION_FAULTS).map(storedFault), faultCount }
}
