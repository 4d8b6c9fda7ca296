import * as publications from '../../cypher/publications.ts'
import type { BomData } from '../../schemas/bom-events.ts'
import type { Claim } from '../advance.ts'
import { complete } from './complete.ts'
import { type Failure, failure } from './failure.ts'
import { type Feed, type Reader, readerOf, readFeed, type Started } from './feed.ts'
import type { BomEntry, BomStep } from './project-publications.ts'
import { deadEntry, notOpen, type Outcome, type Publishing, writeOutcome, writeStep } from './publishing.ts'
import { isSilent } from './silence.ts'
import { verify } from './verify.ts'

/** An event that begins or ends a publication, and what is known when it comes. */
interface Moment {
  publishing: Publishing
  claim: Claim
  step: BomStep
  entry: BomEntry
  feed: Feed
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
  const moment = { publishing, claim, step, entry, read, isCurrent, feed: await readFeed(read) }
  const { said } = entry.event
  const action = said.action === 'invalid' ? said.of : said.action
  if (action === 'started') await takeStarted(moment)
  else await takeEnd(moment)
}

async function takeStarted(moment: Moment): Promise<void> {
  const { entry, feed, read, step } = moment
  const { event, record } = entry
  const { said, snapshotId } = event
  const [used] = await read(publications.findPublication, { snapshotId })
  if (used?.eventKey === event.key) return settle(moment, stays(moment), { stale: 1 })
  if (used) return settle(moment, stays(moment), { dead: 'the id of the snapshot was used before' })
  if (said.action !== 'started') {
    const detail = said.action === 'invalid' ? `invalid_data: ${said.detail}` : 'invalid_data'
    return settle(moment, stays(moment), { dead: detail })
  }
  const started: Started = {
    startedAt: event.time,
    effectiveAt: said.data.effectiveAt,
    ...{ system: event.system, instance: event.instance },
    sourceRunId: said.data.sourceRunId,
  }
  const failed = feed.open
    ? [failedNow(moment, feed.open.snapshotId, failure('superseded', `snapshot ${snapshotId} was started`))]
    : []
  await settle(moment, { open: snapshotId, lastAt: record.timestamp, failed }, {}, async (run) => {
    const row = { snapshotId, offset: step.from, eventKey: event.key, started: JSON.stringify(started) }
    await run(publications.startPublication, event.organization, row)
  })
}

async function takeEnd(moment: Moment): Promise<void> {
  const { entry, feed, read, publishing } = moment
  const { event, record } = entry
  const { said, snapshotId } = event
  if (feed.open?.snapshotId !== snapshotId) {
    const [ended] = await read(publications.findPublication, { snapshotId })
    if (ended?.keys?.includes(event.key)) return settle(moment, stays(moment), { stale: 1 })
    return settle(moment, stays(moment), { notOpen: true })
  }
  if (isSilent(publishing, feed.lastAt, record)) {
    const why = failure('silence', 'no event came for longer than a publication may be silent')
    return fail(moment, why, { notOpen: true })
  }
  if (said.action === 'aborted') return fail(moment, failure('aborted', said.data.reason ?? 'no reason was given'), {})
  if (said.action !== 'completed') {
    const why = failure('invalid_data', said.action === 'invalid' ? said.detail : '')
    return fail(moment, why, { dead: `${why.code}: ${why.detail}` })
  }
  await takeCompleted(moment, feed.open, said.data)
}

async function takeCompleted(
  moment: Moment,
  open: NonNullable<Feed['open']>,
  data: BomData['completed'],
): Promise<void> {
  const { publishing, claim, step, entry, feed, read, isCurrent } = moment
  const found = untimely(moment) ?? (await verify(read, open.snapshotId, data))
  if ('code' in found) return fail(moment, found, { dead: `${found.code}: ${found.detail}` })
  await complete({ publishing, claim, step, entry, feed, read, isCurrent, open, found })
  publishing.metrics.publications.inc({ outcome: 'completed' })
  publishing.metrics.records.inc({ outcome: 'applied' })
  await publishing.afterEnd(entry.event.organization)
}

const FUTURE_MS = 5 * 60_000

function untimely({ entry: { event, record }, feed }: Moment): Failure | null {
  if (Date.parse(event.time) > record.timestamp + FUTURE_MS)
    return failure('future_time', `it says ${event.time}, which is later than Kafka's time of it`)
  if (feed.newest && event.time < feed.newest.completedAt)
    return failure(
      'out_of_order',
      `it says ${event.time}, and the last one was completed at ${feed.newest.completedAt}`,
    )
  return null
}

type Left = { stale?: number; dead?: string; notOpen?: boolean }

async function fail(moment: Moment, why: Failure, left: Left): Promise<void> {
  const { entry } = moment
  const lastAt = entry.record.timestamp
  await settle(moment, { open: null, lastAt, failed: [failedNow(moment, entry.event.snapshotId, why)] }, left)
}

function failedNow({ entry }: Moment, snapshotId: string, why: Failure): Outcome['failed'][number] {
  return { snapshotId, why, at: entry.event.time, key: entry.event.key }
}

function stays({ feed }: Moment): Outcome {
  return { open: feed.open?.snapshotId ?? null, lastAt: feed.lastAt ?? 0, failed: [] }
}

async function settle(
  { publishing, claim, step, entry }: Moment,
  outcome: Outcome,
  { stale = 0, dead, notOpen: isNotOpen = false }: Left,
  also: Parameters<typeof writeStep>[4] = async () => {},
): Promise<void> {
  const letters = isNotOpen
    ? [notOpen(entry)]
    : dead === undefined
      ? []
      : [deadEntry(entry, 'publication_failed', dead)]
  const { organization } = entry.event
  await writeStep(publishing, claim, step, letters, async (run) => {
    await writeOutcome(run, organization, outcome)
    await also(run)
  })
  publishing.metrics.records.inc({ outcome: 'stale' }, stale)
  if (stale + letters.length === 0) publishing.metrics.records.inc({ outcome: 'applied' })
  for (const { why } of outcome.failed) publishing.metrics.publications.inc({ outcome: why.code })
  if (outcome.failed.length > 0) await publishing.afterEnd(organization)
}
