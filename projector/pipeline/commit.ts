import type { Graph, Run } from '../../cypher/connect.ts'
import { appendChanges, settleChanges } from '../../cypher/feed/write-feed.ts'
import { noteApplied } from '../../cypher/records/write-records.ts'
import { settleFeed } from '../../cypher/system/offsets.ts'
import { timeOfMilliseconds } from '../../schemas/values/input-times.ts'
import { ownDeadLetters } from '../dead-letters/own-dead-letters.ts'
import { ChangesOfBatch, positionOf } from '../feed/applied-change.ts'
import { advance, type Claim, type Moved, organizationsOfOthers } from '../partitions/advance.ts'
import { createWrites, type Write } from '../records/writes.ts'
import { reportDead } from '../report.ts'
import type { DeadRecord, Entry, EventStream, PipelineContext, Plan, SourceEvent, Step } from './event-stream.ts'
import { writeOutcomes } from './outcomes.ts'

/** Numbers of accepted events in a step: applied ones, and stale ones, which changed nothing. */
export interface Committed {
  applied: number
  stale: number
}

/** The part of a step that belongs to one organization. */
type Own<Event extends SourceEvent> = {
  organization: string
  entries: Entry<Event>[]
  deadLetters: ReturnType<typeof ownDeadLetters>[number]['rows']
  /** The events that are rejected without a dead letter of their own. */
  counted: Entry<Event>[]
}

/**
 * Commits a step. It first publishes the dead letters, so that the offset never moves past a record that was neither
 * applied nor rejected. Then one transaction moves the offset, applies the events, records their changes, and counts
 * their outcomes. Readers see the changes after a second transaction. If that fails, the next claim of the partition
 * shows them.
 * @returns null when the partition was revoked before the transaction; then nothing was applied
 * @throws Fenced, GraphError, KafkaSendError; then nothing was applied
 */
export async function commit<Event extends SourceEvent>(
  context: PipelineContext,
  stream: Pick<EventStream<Event>, 'typeOf'>,
  claim: Claim,
  step: Step<Event>,
  plan: Plan<Event>,
  isCurrent: () => boolean,
): Promise<Committed | null> {
  const { graph, metrics, mutexOf, publishDeadLetters } = context
  const dead = [...step.dead, ...plan.dead].sort((a, b) => a.record.offset - b.record.offset)
  const published = dead.filter(({ isCounted }) => !isCounted)
  if (published.length > 0) await publishDeadLetters(published, claim, step.from)
  const owns = ownsOf(step, dead, claim)
  let stopTimer = () => {}
  let changed: string[] | 'unknown' = []
  const committed = await graph.write(
    async (run) => {
      if (!isCurrent()) return null
      stopTimer = metrics.batchSeconds.startTimer()
      const total = { applied: 0, stale: 0 }
      changed = 'unknown'
      const moved = await advance(run, claim, step.from, step.to)
      if (!moved) return total
      changed = []
      for (const own of owns) {
        const { stale, hasChanges } = await applyOwn(run, stream, claim, own, plan, moved)
        total.applied += own.entries.length - stale
        total.stale += stale
        if (hasChanges) changed.push(own.organization)
      }
      return total
    },
    mutexOf(owns.map(({ organization }) => organization)),
  )
  if (committed === null) return null
  stopTimer()
  metrics.records.inc({ outcome: 'applied' }, committed.applied)
  metrics.records.inc({ outcome: 'stale' }, committed.stale)
  metrics.records.inc({ outcome: 'ignored' }, step.ignored)
  metrics.records.inc({ outcome: 'purged' }, claim.organization === undefined ? step.purged : 0)
  metrics.records.inc({ outcome: 'deferred' }, claim.organization === undefined ? step.deferred : 0)
  for (const { organization, entries, deadLetters, counted } of owns)
    metrics.organizationEvents?.inc({ organization }, entries.length + deadLetters.length + counted.length)
  reportDead(context, claim, dead)
  await settle(graph, claim, changed)
  await plan.committed()
  return committed
}

/** Shows readers the changes of a committed transaction. It is unknown whose they are if its response was lost. */
async function settle(graph: Graph, claim: Claim, changed: readonly string[] | 'unknown'): Promise<void> {
  if (changed.length === 0) return
  const feed = claim.feed.id
  const organizations = changed === 'unknown' && claim.organization !== undefined ? [claim.organization] : changed
  await graph.write(async (run) => {
    if (organizations === 'unknown') return run(settleFeed, null, { feed, except: organizationsOfOthers(claim) })
    return Promise.all(organizations.map((organization) => run(settleChanges, organization, { feed })))
  })
}

/** Writes the part of one organization. @returns how many of its events were stale, and whether it has changes */
async function applyOwn<Event extends SourceEvent>(
  run: Run,
  stream: Pick<EventStream<Event>, 'typeOf'>,
  claim: Claim,
  { organization, entries, deadLetters, counted }: Own<Event>,
  plan: Plan<Event>,
  moved: Moved,
): Promise<{ stale: number; hasChanges: boolean }> {
  const { write, settled } = createWrites(run, organization)
  const changes = new ChangesOfBatch(claim.feed, moved)
  const { stale, writeLast } = await plan.apply({ run, write, recordChange: changes.record, organization, entries })
  writeChanges(write, claim, changes, moved)
  const outcomes = entries.map(({ record, event }) => ({
    source: event.source,
    type: stream.typeOf(event),
    time: event.time,
    offset: record.offset,
    arrivedAt: timeOfMilliseconds(record.timestamp),
    outcome: stale.has(record.offset) ? ('stale' as const) : ('applied' as const),
  }))
  const { topic, partition } = claim
  const alsoRejected = counted.map(({ record, event }) => ({ source: event.source, offset: record.offset }))
  writeOutcomes(write, claim, outcomes, deadLetters, alsoRejected)
  const applied = outcomes.filter(({ outcome }) => outcome === 'applied').map(({ arrivedAt }) => arrivedAt)
  const at = applied.reduce((newest, time) => (time > newest ? time : newest), '')
  if (at !== '') write(noteApplied, { topic, partition, at })
  writeLast?.()
  await settled()
  return { stale: outcomes.length - applied.length, hasChanges: changes.rows.length > 0 }
}

function writeChanges(write: Write, { feed }: Claim, { rows, next }: ChangesOfBatch, { appliedAt }: Moved): void {
  if (rows.length === 0) return
  const from = positionOf(feed.from)
  write(appendChanges, { feed: feed.id, from, fromAt: feed.fromAt, next, appliedAt, rows })
}

/**
 * Groups a step by organization. Organizations are sorted, so that every transaction takes its locks in the same order.
 * Events keep the order of their offsets.
 */
function ownsOf<Event extends SourceEvent>(step: Step<Event>, dead: readonly DeadRecord[], claim: Claim): Own<Event>[] {
  const rejected = new Map(dead.map(({ record, isCounted }) => [record.offset, isCounted ?? false]))
  const accepted = step.entries.filter(({ record }) => !rejected.has(record.offset))
  const entries = Map.groupBy(accepted, ({ event }) => event.organization)
  const countedOnly = step.entries.filter(({ record }) => rejected.get(record.offset))
  const counted = Map.groupBy(countedOnly, ({ event }) => event.organization)
  const published = dead.filter(({ isCounted }) => !isCounted)
  const deadLetters = new Map(
    ownDeadLetters(published, step.registered, claim).map((own) => [own.organization, own.rows]),
  )
  const organizations = new Set([...entries.keys(), ...deadLetters.keys(), ...counted.keys()])
  return [...organizations].sort().map((organization) => ({
    organization,
    entries: entries.get(organization) ?? [],
    deadLetters: deadLetters.get(organization) ?? [],
    counted: counted.get(organization) ?? [],
  }))
}
