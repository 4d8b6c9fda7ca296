import type { Run } from '../../cypher/connect.ts'
import { noteApplied } from '../../cypher/records/write-records.ts'
import { timeOfMilliseconds } from '../../schemas/input-times.ts'
import { ownDeadLetters } from '../dead-letters/own-dead-letters.ts'
import { advance, type Claim } from '../partitions/advance.ts'
import { createWrites } from '../records/writes.ts'
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
}

/**
 * Commits a step. It first publishes the dead letters, so that the offset never moves past a record that was neither
 * applied nor rejected. Then one transaction moves the offset, applies the events, and counts their outcomes.
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
  if (dead.length > 0) await publishDeadLetters(dead, claim, step.from)
  const owns = ownsOf(step, dead, claim)
  let stopTimer = () => {}
  const committed = await graph.write(
    async (run) => {
      if (!isCurrent()) return null
      stopTimer = metrics.batchSeconds.startTimer()
      if (!(await advance(run, claim, step.from, step.to))) return { applied: 0, stale: 0 }
      const total = { applied: 0, stale: 0 }
      for (const own of owns) {
        const stale = await applyOwn(run, stream, claim, own, plan)
        total.applied += own.entries.length - stale
        total.stale += stale
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
  reportDead(context, claim, dead)
  await plan.committed()
  return committed
}

/** Writes the part of one organization. @returns how many of its events were stale */
async function applyOwn<Event extends SourceEvent>(
  run: Run,
  stream: Pick<EventStream<Event>, 'typeOf'>,
  claim: Claim,
  { organization, entries, deadLetters }: Own<Event>,
  plan: Plan<Event>,
): Promise<number> {
  const { write, settled } = createWrites(run, organization)
  const { stale, writeLast } = await plan.apply({ run, write, organization, entries })
  const outcomes = entries.map(({ record, event }) => ({
    source: event.source,
    type: stream.typeOf(event),
    time: event.time,
    offset: record.offset,
    arrivedAt: timeOfMilliseconds(record.timestamp),
    outcome: stale.has(record.offset) ? ('stale' as const) : ('applied' as const),
  }))
  const { topic, partition } = claim
  writeOutcomes(write, claim, outcomes, deadLetters)
  const applied = outcomes.filter(({ outcome }) => outcome === 'applied').map(({ arrivedAt }) => arrivedAt)
  const at = applied.reduce((newest, time) => (time > newest ? time : newest), '')
  if (at !== '') write(noteApplied, { topic, partition, at })
  writeLast?.()
  await settled()
  return outcomes.length - applied.length
}

/**
 * Groups a step by organization. Organizations are sorted, so that every transaction takes its locks in the same order.
 * Events keep the order of their offsets.
 */
function ownsOf<Event extends SourceEvent>(step: Step<Event>, dead: readonly DeadRecord[], claim: Claim): Own<Event>[] {
  const rejected = new Set(dead.map(({ record }) => record.offset))
  const accepted = step.entries.filter(({ record }) => !rejected.has(record.offset))
  const entries = Map.groupBy(accepted, ({ event }) => event.organization)
  const deadLetters = new Map(ownDeadLetters(dead, step.registered, claim).map((own) => [own.organization, own.rows]))
  return [...new Set([...entries.keys(), ...deadLetters.keys()])].sort().map((organization) => ({
    organization,
    entries: entries.get(organization) ?? [],
    deadLetters: deadLetters.get(organization) ?? [],
  }))
}
