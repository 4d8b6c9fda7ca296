import * as publications from '../../cypher/bom/write-publications.ts'
import type { BomData } from '../../schemas/records/bom-events.ts'
import type { Claim } from '../partitions/advance.ts'
import { reportCompleted, reportFailed } from '../report.ts'
import { complete } from './complete.ts'
import { countsOf, type Failure, failure } from './failure.ts'
import type { BomEntry, BomStep } from './project-publications.ts'
import {
  type PublicationState,
  type Reader,
  readerOf,
  readPublicationState,
  type Started,
} from './publication-state.ts'
import { deadEntry, notOpen, type Outcome, type Publishing, writeOutcome, writeStep } from './publishing.ts'
import { isSilent } from './silence.ts'
import { verify } from './verify.ts'

/** An event that begins or ends a publication, and what is known when it comes. */
interface ControlContext {
  publishing: Publishing
  claim: Claim
  step: BomStep
  entry: BomEntry
  state: PublicationState
  read: Reader
  isCurrent: () => boolean
}

/** Takes in one event that begins or ends a publication. */
export async function takeControl(
  publishing: Publishing,
  claim: Claim,
  step: BomStep,
  entry: BomEntry,
  isCurrent: () => boolean,
): Promise<void> {
  const read = readerOf(publishing.graph, entry.event.organization)
  const control = { publishing, claim, step, entry, read, isCurrent, state: await readPublicationState(read) }
  const { said } = entry.event
  const action = said.action === 'invalid' ? said.of : said.action
  if (action === 'started') await takeStarted(control)
  else await takeEnd(control)
}

async function takeStarted(control: ControlContext): Promise<void> {
  const { entry, state, read, step } = control
  const { event, record } = entry
  const { said, snapshotId } = event
  const [used] = await read(publications.findPublication, { snapshotId })
  if (used?.eventKey === event.key) return commitStep(control, stays(control), { stale: 1 })
  if (used) return commitStep(control, stays(control), { dead: 'the id of the snapshot was used before' })
  if (said.action !== 'started') {
    const detail = said.action === 'invalid' ? `invalid_data: ${said.detail}` : 'invalid_data'
    return commitStep(control, stays(control), { dead: detail })
  }
  const started: Started = {
    startedAt: event.time,
    effectiveAt: said.data.effectiveAt,
    system: event.system,
    instance: event.instance,
    sourceRunId: said.data.sourceRunId,
  }
  const failed = state.open
    ? [failedNow(control, state.open.snapshotId, failure('superseded', `snapshot ${snapshotId} was started`))]
    : []
  await commitStep(control, { open: snapshotId, lastAt: record.timestamp, failed }, {}, async (run) => {
    const row = { snapshotId, offset: step.from, eventKey: event.key, started: JSON.stringify(started) }
    await run(publications.startPublication, event.organization, row)
  })
}

async function takeEnd(control: ControlContext): Promise<void> {
  const { entry, state, read, publishing } = control
  const { event, record } = entry
  const { said, snapshotId } = event
  if (state.open?.snapshotId !== snapshotId) {
    const [ended] = await read(publications.findPublication, { snapshotId })
    if (ended?.keys?.includes(event.key)) return commitStep(control, stays(control), { stale: 1 })
    return commitStep(control, stays(control), { notOpen: true })
  }
  if (isSilent(publishing, state.lastAt, record)) {
    const why = failure('silence', 'no event came for longer than a publication may be silent')
    return fail(control, why, { notOpen: true })
  }
  if (said.action === 'aborted') return fail(control, failure('aborted', said.data.reason ?? 'no reason was given'), {})
  if (said.action !== 'completed') {
    const why = failure('invalid_data', said.action === 'invalid' ? said.detail : '')
    return fail(control, why, { dead: `${why.code}: ${why.detail}` })
  }
  await takeCompleted(control, state.open, said.data)
}

async function takeCompleted(
  control: ControlContext,
  open: NonNullable<PublicationState['open']>,
  data: BomData['completed'],
): Promise<void> {
  const { publishing, claim, step, entry, state, read, isCurrent } = control
  const found = untimely(control) ?? (await verify(read, open.snapshotId, data))
  if ('code' in found)
    return fail(control, { ...found, expected: countsOf(data) }, { dead: `${found.code}: ${found.detail}` })
  const snapshot = await complete({ publishing, claim, step, entry, state, read, isCurrent, open, found })
  reportCompleted(publishing, entry.event.organization, snapshot)
  publishing.metrics.records.inc({ outcome: 'applied' })
  await publishing.afterEnd(entry.event.organization)
}

const FUTURE_MS = 5 * 60_000

function untimely({ entry: { event, record }, state }: ControlContext): Failure | null {
  if (Date.parse(event.time) > record.timestamp + FUTURE_MS)
    return failure('future_time', `it says ${event.time}, which is later than Kafka's time of it`)
  if (state.newest && event.time < state.newest.completedAt)
    return failure(
      'out_of_order',
      `it says ${event.time}, and the last one was completed at ${state.newest.completedAt}`,
    )
  return null
}

type Left = { stale?: number; dead?: string; notOpen?: boolean }

async function fail(control: ControlContext, why: Failure, left: Left): Promise<void> {
  const { entry } = control
  const lastAt = entry.record.timestamp
  await commitStep(control, { open: null, lastAt, failed: [failedNow(control, entry.event.snapshotId, why)] }, left)
}

function failedNow({ entry }: ControlContext, snapshotId: string, why: Failure): Outcome['failed'][number] {
  return { snapshotId, why, at: entry.event.time, key: entry.event.key }
}

function stays({ state }: ControlContext): Outcome {
  return { open: state.open?.snapshotId ?? null, lastAt: state.lastAt ?? 0, failed: [] }
}

async function commitStep(
  { publishing, claim, step, entry }: ControlContext,
  outcome: Outcome,
  { stale = 0, dead, notOpen: isNotOpen = false }: Left,
  also: Parameters<typeof writeStep>[4] = async () => {},
): Promise<void> {
  const deadLetters = isNotOpen
    ? [notOpen(entry)]
    : dead === undefined
      ? []
      : [deadEntry(entry, 'publication_failed', dead)]
  const { organization } = entry.event
  const taken = { dead: deadLetters, stale: new Set(stale > 0 ? [entry.record.offset] : []) }
  await writeStep(publishing, claim, step, taken, async (run) => {
    await writeOutcome(run, organization, outcome)
    await also(run)
  })
  publishing.metrics.records.inc({ outcome: 'stale' }, stale)
  if (stale + deadLetters.length === 0) publishing.metrics.records.inc({ outcome: 'applied' })
  reportFailed(publishing, organization, outcome.failed)
  if (outcome.failed.length > 0) await publishing.afterEnd(organization)
}
