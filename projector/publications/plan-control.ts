import * as publications from '../../cypher/bom/write-publications.ts'
import type { Run } from '../../cypher/connect.ts'
import { rememberRefused } from '../../cypher/system/organizations.ts'
import type { BomEvent } from '../../domain/events/decode-bom-event.ts'
import type { NamedFault } from '../../domain/events/named-fault.ts'
import { baseFailure } from '../../domain/publications/base-failures.ts'
import { countsOf, type Failure, failure, failureIn } from '../../domain/publications/failure.ts'
import { judgeEnd, judgeStart, supersededBy, timeFailure } from '../../domain/publications/judge-event.ts'
import type { BomData } from '../../schemas/records/bom-events.ts'
import { type StartedPublication, storedStart } from '../../schemas/stored/publication.ts'
import { advance, type Claim, Fenced } from '../partitions/advance.ts'
import type { Plan, Step } from '../pipeline/event-stream.ts'
import { planCompletion } from './complete.ts'
import { LateEvents } from './late-events.ts'
import { type BomEntry, deadEntry, type Outcome, planOf } from './outcome.ts'
import type { Transact } from './promote.ts'
import { type PublicationState, type Reader, readerOf, readPublicationState } from './publication-state.ts'
import type { PublicationContext } from './publication-stream.ts'
import { isSilent } from './silence.ts'
import { wholeOf } from './snapshot-totals.ts'
import { verify } from './verify.ts'

/**
 * An event that starts, completes, or aborts a publication, with the state of the organization's publications at that
 * time.
 */
export interface Control {
  context: PublicationContext
  claim: Claim
  step: Pick<Step<BomEvent>, 'from' | 'to'>
  entry: BomEntry
  state: PublicationState
  read: Reader
  /** Runs a transaction before that of the plan. It verifies the claim of the partition last, and moves no offset. */
  transact: Transact
  late: LateEvents
}

/**
 * Plans the changes of an event that starts, completes, or aborts a publication. For a completed event, this also
 * writes the versions.
 */
export async function planControl(
  context: PublicationContext,
  claim: Claim,
  step: Control['step'],
  entry: BomEntry,
  isCurrent: () => boolean,
): Promise<Plan<BomEvent>> {
  const read = readerOf(context.graph, entry.event.organization)
  const transact: Transact = (work) =>
    context.graph.write(
      async (run) => {
        if (!isCurrent()) throw new Fenced(`${claim.topic}/${claim.partition} was revoked`)
        await work(run)
        await advance(run, claim, step.from, step.from)
      },
      context.mutexOf([entry.event.organization]),
    )
  const late = new LateEvents(read, claim)
  const control = { context, claim, step, entry, read, late, transact, state: await readPublicationState(read) }
  const { content } = entry.event
  const action = content.action === 'invalid' ? content.of : content.action
  return action === 'started' ? planStart(control) : planEnd(control)
}

async function planStart(control: Control): Promise<Plan<BomEvent>> {
  const { context, entry, state, read, step } = control
  const { event, record } = entry
  const { snapshotId, organization } = event
  const [used] = await read(publications.findPublication, { snapshotId })
  const verdict = judgeStart(event, used?.eventKey)
  if (verdict.outcome === 'repeated') return unchanged(control, { isStale: true })
  if (verdict.outcome === 'rejected') return unchanged(control, { dead: verdict.detail })
  const started: StartedPublication = {
    startedAt: event.time,
    effectiveAt: verdict.data.effectiveAt,
    system: event.system,
    instance: event.instance,
    sourceRunId: verdict.data.sourceRunId,
    mode: verdict.data.mode,
    previousSnapshotId: verdict.data.previousSnapshotId,
    allowShrink: verdict.data.allowShrink,
  }
  const failed = state.open ? [failedNow(control, state.open.snapshotId, supersededBy(snapshotId))] : []
  const row = { snapshotId, offset: step.from, eventKey: event.key, started: storedStart.write(started) }
  return planOf(
    context,
    organization,
    { open: snapshotId, lastAt: record.timestamp, failed },
    { also: async (run) => void (await run(publications.startPublication, organization, row)) },
  )
}

async function planEnd(control: Control): Promise<Plan<BomEvent>> {
  const { entry, state, late, context } = control
  const { event, record } = entry
  const { snapshotId } = event
  if (state.open?.snapshotId !== snapshotId) {
    await late.take(entry)
    return unchanged(control)
  }
  if (isSilent(context, state.lastAt, record)) {
    const why = failure('silence', 'no event arrived for longer than a publication may pause')
    late.fail(snapshotId, why, new Set())
    await late.take(entry)
    return fails(control, why)
  }
  const verdict = judgeEnd(event)
  if (verdict.outcome === 'completed') return planCompleted(control, state.open, verdict.data)
  const { why } = verdict
  return fails(control, why, verdict.outcome === 'aborted' ? {} : deadOf(why))
}

async function planCompleted(
  control: Control,
  open: NonNullable<PublicationState['open']>,
  data: BomData['completed'],
): Promise<Plan<BomEvent>> {
  const { entry, state, read } = control
  const failed = ({ maxShrink, ...why }: Failure) => {
    const faults = why.faults ?? [{ path: [], detail: why.detail }]
    const named = failureIn(entry.event, { expected: countsOf(data), ...why, faults })
    return fails(control, named, { ...deadOf(named), maxShrink })
  }
  const early =
    timeFailure(entry.event, entry.record.timestamp, state.newest?.completedAt ?? null) ??
    baseFailure(open.started, state.newest?.snapshotId ?? null)
  const found = early ?? (await verify(read, open.snapshotId, data))
  if ('code' in found) return failed(found)
  const whole = await wholeOf(control, open, found, data)
  if ('code' in whole) return failed(whole)
  return planCompletion(control, open, found, whole)
}

/** How the event is counted if it is not applied. */
type Verdict = { isStale?: true; dead?: string; faults?: readonly NamedFault[]; maxShrink?: number | undefined }

function deadOf({ code, detail, faults = [] }: Failure): Verdict {
  return { dead: `${code}: ${detail}`, faults }
}

function fails(control: Control, why: Failure, verdict: Verdict = {}): Plan<BomEvent> {
  const { entry } = control
  const failed = [failedNow(control, entry.event.snapshotId, why)]
  return withVerdict(control, { open: null, lastAt: entry.record.timestamp, failed }, verdict)
}

function failedNow({ entry }: Control, snapshotId: string, why: Failure): Outcome['failed'][number] {
  return { snapshotId, why, at: entry.event.time, key: entry.event.key }
}

/** The plan of an event that leaves the organization's publications unchanged. */
function unchanged(control: Control, verdict: Verdict = {}): Plan<BomEvent> {
  const { state } = control
  const outcome = { open: state.open?.snapshotId ?? null, lastAt: state.lastAt ?? 0, failed: [] }
  return withVerdict(control, outcome, verdict)
}

function withVerdict({ context, entry, late }: Control, outcome: Outcome, verdict: Verdict) {
  const { isStale, dead, faults, maxShrink } = verdict
  const { organization, snapshotId } = entry.event
  const rejected = dead === undefined ? [] : [deadEntry(entry, 'publication_failed', dead, faults)]
  const parts = {
    dead: [...rejected, ...late.dead],
    stale: isStale ? new Set([entry.record.offset]) : late.stale,
    async also(run: Run) {
      if (maxShrink !== undefined) await run(rememberRefused, null, { key: organization, snapshotId, maxShrink })
    },
  }
  return planOf(context, organization, { ...outcome, late }, parts)
}
