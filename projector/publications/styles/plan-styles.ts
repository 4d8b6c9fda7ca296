import {
  findOpenStyles,
  findStagedEvents,
  findStagedStyles,
  type StagedRow,
  stageStyles,
} from '../../../cypher/bom/write-publications.ts'
import { sumOfRows } from '../../../domain/bom/content-hash.ts'
import type { BomEvent } from '../../../domain/events/decode-bom-event.ts'
import { firstNamed } from '../../../domain/events/named-fault.ts'
import { type CompiledStyle, InvalidStyle } from '../../../domain/publications/compile-style.ts'
import { type Failure, failure } from '../../../domain/publications/failure.ts'
import { compiledOf } from '../../../domain/publications/judge-event.ts'
import { contentOf } from '../../../domain/publications/style-content.ts'
import { isAsStored, sentPart } from '../../../domain/publications/verify-parts.ts'
import type { TopicPartition } from '../../../kafka/consumer.ts'
import { OPEN, stagedStyle } from '../../../schemas/stored/bom.ts'
import type { DeadRecord, Plan, Step } from '../../pipeline/event-stream.ts'
import { LateEvents } from '../late-events.ts'
import { afterFailed, type BomEntry, deadEntry, type Outcome, writeOutcome } from '../outcome.ts'
import { type Reader, readerOf, readPublicationState } from '../publication-state.ts'
import type { PublicationContext } from '../publication-stream.ts'
import { isSilent } from '../silence.ts'

/** What a step changes by the style events of one organization. */
interface StylesOutcome extends Outcome {
  late: LateEvents
  snapshotId: string | null
  rows: StagedRow[]
  dead: DeadRecord[]
  /** Offsets of events that contain nothing new. */
  stale: Set<number>
}

/** Plans to stage the contents of style events until their publication completes. */
export async function planStyles(
  context: PublicationContext,
  topicPartition: TopicPartition,
  step: Pick<Step<BomEvent>, 'entries'>,
): Promise<Plan<BomEvent>> {
  const outcomes = new Map<string, StylesOutcome>()
  for (const [organization, entries] of Map.groupBy(step.entries, ({ event }) => event.organization))
    outcomes.set(organization, await outcomeOf(context, topicPartition, organization, entries))
  return {
    dead: [...outcomes.values()].flatMap(({ dead, late }) => [...dead, ...late.dead]),
    async apply({ run, organization }) {
      const outcome = outcomes.get(organization)
      if (!outcome) return { stale: new Set() }
      const { snapshotId, rows, stale } = outcome
      if (snapshotId !== null && rows.length > 0) await run(stageStyles, organization, { snapshotId, rows })
      await writeOutcome(run, organization, outcome)
      return { stale: stale.union(outcome.late.stale) }
    },
    async committed() {
      for (const [organization, outcome] of outcomes) await afterFailed(context, organization, outcome)
    },
  }
}

async function outcomeOf(
  context: PublicationContext,
  topicPartition: TopicPartition,
  organization: string,
  entries: readonly BomEntry[],
): Promise<StylesOutcome> {
  const read = readerOf(context.graph, organization)
  const state = await readPublicationState(read)
  const open = state.open?.snapshotId ?? null
  const known = await knownOf(read, open, entries)
  const outcome: StylesOutcome = {
    snapshotId: open,
    rows: [],
    dead: [],
    stale: new Set(),
    open,
    lastAt: 0,
    failed: [],
    late: new LateEvents(read, topicPartition),
  }
  let lastAt = state.lastAt
  for (const entry of entries) {
    await takeEntry(context, { outcome, known, lastAt }, entry)
    if (entry.event.snapshotId === outcome.open) lastAt = entry.record.timestamp
  }
  outcome.lastAt = lastAt ?? 0
  // The keys are kept to detect duplicates of these events. The documents are dropped, because a failed publication
  // needs none.
  if (outcome.failed.length > 0) outcome.rows = outcome.rows.map((row) => ({ ...row, doc: null }))
  return outcome
}

interface Progress {
  outcome: StylesOutcome
  known: Known
  lastAt: number | null
}

async function takeEntry(context: PublicationContext, { outcome, known, lastAt }: Progress, entry: BomEntry) {
  const { event, record } = entry
  const { snapshotId } = event
  const fail = (why: Failure) => {
    outcome.failed.push({ snapshotId, why, at: event.time, key: event.key })
    outcome.late.fail(snapshotId, why, known.events)
    outcome.open = null
  }
  if (outcome.open !== null && snapshotId === outcome.open && isSilent(context, lastAt, record)) {
    fail(failure('silence', 'no event arrived for longer than a publication may pause'))
  }
  if (outcome.open === null || snapshotId !== outcome.open) return outcome.late.take(entry)
  if (known.events.has(event.key)) {
    outcome.stale.add(record.offset)
    return
  }
  known.events.add(event.key)
  const row = known.rows.get(entry)
  if (row instanceof InvalidStyle || row === undefined) {
    const { faults, message } = row ?? { faults: [], message: '' }
    const detail = `${firstNamed(faults)}${message}`
    fail(failure('invalid_data', detail, { faults }))
    outcome.dead.push(deadEntry(entry, 'publication_failed', `invalid_data: ${detail}`, faults))
    return
  }
  const last = known.versions.get(row.styleId)
  if (last !== undefined && event.version < last) {
    // The row is kept without its document, to detect duplicates of the event.
    outcome.rows.push({ ...row, doc: null })
    outcome.stale.add(record.offset)
    return
  }
  known.versions.set(row.styleId, event.version)
  outcome.rows.push(row)
}

/** What the graph contains about the open publication and the styles of these events. */
interface Known {
  /** Keys of the events that were received before. */
  events: Set<string>
  /** The latest version of each style. */
  versions: Map<string, bigint>
  /** The row of each event, or the error that makes it unusable. */
  rows: Map<BomEntry, StagedRow | InvalidStyle>
}

async function knownOf(read: Reader, open: string | null, entries: readonly BomEntry[]): Promise<Known> {
  const own = entries.filter(({ event }) => event.snapshotId === open)
  if (open === null || own.length === 0) return { events: new Set(), versions: new Map(), rows: new Map() }
  const compiled = new Map(own.map((entry) => [entry, compiledOf(entry.event)]))
  const styleIds = [...new Set([...compiled.values()].flatMap((one) => ('styleId' in one ? one.styleId : [])))]
  const [seen, sendings, openStyles] = await Promise.all([
    read(findStagedEvents, { snapshotId: open, keys: own.map(({ event }) => event.key) }),
    read(findStagedStyles, { snapshotId: open, styleIds }),
    read(findOpenStyles, { styleIds, open: OPEN }),
  ])
  const locked = new Map(openStyles.map((style) => [style.styleId, style]))
  const versions = new Map<string, bigint>()
  for (const { styleId, version } of sendings) {
    if (BigInt(version) > (versions.get(styleId) ?? -1n)) versions.set(styleId, BigInt(version))
  }
  const rows = new Map<BomEntry, StagedRow | InvalidStyle>()
  for (const [entry, one] of compiled) {
    rows.set(entry, one instanceof InvalidStyle ? one : rowOf(entry, one, locked.get(one.styleId)))
  }
  return { events: new Set(seen.map(({ key }) => key)), versions, rows }
}

/**
 * Returns the staged row of an event. If a style is sent in one part and equals its stored version, its document is
 * left out, and the sum of its row hashes is reused.
 */
function rowOf(
  { event }: BomEntry,
  compiled: CompiledStyle,
  locked: { contentHash: string | null; sum: string | null; counts: number[] | null } | undefined,
): StagedRow {
  if (event.content.action !== 'style') throw new Error('Only style events are staged')
  const { data } = event.content
  const { contentHash } = contentOf(compiled)
  const sent = sentPart(event.version, data)
  const sumBefore = data.parts === 1 && isAsStored(locked, contentHash, sent) ? locked?.sum : null
  return {
    eventKey: event.key,
    styleId: compiled.styleId,
    ...sent,
    sum: sumBefore ?? sumOfRows(data).toString(16),
    contentHash,
    doc: sumBefore == null ? stagedStyle.write(compiled) : null,
    styleNumber: compiled.style,
    eventId: event.id,
    source: event.source,
  }
}
