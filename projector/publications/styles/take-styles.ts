import {
  findOpenStyles,
  findPublication,
  findStagedEvents,
  findStagedStyles,
  type StagedRow,
  stageStyles,
} from '../../../cypher/bom/write-publications.ts'
import { OPEN } from '../../../schemas/bom/stored-bom.ts'
import type { Claim } from '../../partitions/advance.ts'
import type { DeadRecord } from '../../partitions/classify.ts'
import { reportFailed } from '../../report.ts'
import { failure } from '../failure.ts'
import type { BomEntry, BomStep } from '../project-publications.ts'
import { type Reader, readerOf, readPublicationState } from '../publication-state.ts'
import { deadEntry, notOpen, type Outcome, type Publishing, writeOutcome, writeStep } from '../publishing.ts'
import { isSilent } from '../silence.ts'
import { type CompiledStyle, compileStyle, InvalidStyle } from './compile-style.ts'
import { sumOfRows } from './content-hash.ts'
import { contentOf, writeStaged } from './style-content.ts'

/** What a step makes of the style events of one organization. */
interface Plan extends Outcome {
  organization: string
  snapshotId: string | null
  rows: StagedRow[]
  dead: DeadRecord[]
  /** Offsets of events that said nothing new. */
  stale: Set<number>
}

/** Puts what style events say aside until their publication is complete. */
export async function takeStyles(publishing: Publishing, claim: Claim, step: BomStep): Promise<void> {
  const plans: Plan[] = []
  for (const [organization, entries] of Map.groupBy(step.entries, ({ event }) => event.organization)) {
    plans.push(await planOf(publishing, organization, entries))
  }
  const dead = plans.flatMap((plan) => plan.dead)
  const stale = new Set(plans.flatMap((plan) => [...plan.stale]))
  await writeStep(publishing, claim, step, { dead, stale }, async (run) => {
    for (const { organization, snapshotId, rows, ...outcome } of plans) {
      if (snapshotId !== null && rows.length > 0) await run(stageStyles, organization, { snapshotId, rows })
      await writeOutcome(run, organization, outcome)
    }
  })
  count(publishing, step, plans)
  for (const { organization, failed } of plans) if (failed.length > 0) await publishing.afterEnd(organization)
}

function count(publishing: Publishing, { ignored }: BomStep, plans: readonly Plan[]): void {
  const { metrics } = publishing
  metrics.records.inc({ outcome: 'ignored' }, ignored)
  for (const { organization, rows, stale, failed } of plans) {
    metrics.records.inc({ outcome: 'applied' }, rows.length)
    metrics.records.inc({ outcome: 'stale' }, stale.size)
    reportFailed(publishing, organization, failed)
  }
}

async function planOf(publishing: Publishing, organization: string, entries: readonly BomEntry[]): Promise<Plan> {
  const read = readerOf(publishing.graph, organization)
  const state = await readPublicationState(read)
  const open = state.open?.snapshotId ?? null
  const known = await knownOf(read, open, entries)
  const plan: Plan = {
    organization,
    snapshotId: open,
    rows: [],
    dead: [],
    stale: new Set(),
    open,
    lastAt: 0,
    failed: [],
  }
  let lastAt = state.lastAt
  for (const entry of entries) {
    await planEntry(publishing, { plan, known, read, lastAt }, entry)
    if (entry.event.snapshotId === plan.open) lastAt = entry.record.timestamp
  }
  plan.lastAt = lastAt ?? 0
  // Their keys stay, so that repeats are known; what they say is of no use any more.
  if (plan.failed.length > 0) plan.rows = plan.rows.map((row) => ({ ...row, doc: null }))
  return plan
}

interface Planning {
  plan: Plan
  known: Known
  read: Reader
  lastAt: number | null
}

async function planEntry(publishing: Publishing, { plan, known, read, lastAt }: Planning, entry: BomEntry) {
  const { event, record } = entry
  const fail = (code: 'silence' | 'invalid_data', detail: string) => {
    plan.failed.push({ snapshotId: event.snapshotId, why: failure(code, detail), at: event.time, key: event.key })
    plan.open = null
  }
  if (plan.open !== null && event.snapshotId === plan.open && isSilent(publishing, lastAt, record)) {
    fail('silence', 'no event came for longer than a publication may be silent')
  }
  if (plan.open === null || event.snapshotId !== plan.open) {
    if (await wasSeen(read, entry, plan)) plan.stale.add(record.offset)
    else plan.dead.push(notOpen(entry))
    return
  }
  if (known.events.has(event.key)) {
    plan.stale.add(record.offset)
    return
  }
  known.events.add(event.key)
  const row = known.rows.get(entry)
  if (row instanceof InvalidStyle || row === undefined) {
    const detail = row?.message ?? ''
    fail('invalid_data', detail)
    plan.dead.push(deadEntry(entry, 'publication_failed', `invalid_data: ${detail}`))
    return
  }
  const last = known.versions.get(row.styleId)
  if (last !== undefined && event.version < last) {
    // Kept without what it says, so that its repeats are known too.
    plan.rows.push({ ...row, doc: null })
    plan.stale.add(record.offset)
    return
  }
  known.versions.set(row.styleId, event.version)
  plan.rows.push(row)
}

/** Whether a publication that has ended was made of this event too, or one that failed in this very step. */
async function wasSeen(read: Reader, { event }: BomEntry, plan: Plan): Promise<boolean> {
  if (plan.rows.some(({ eventKey }) => eventKey === event.key)) return true
  const [ended] = await read(findPublication, { snapshotId: event.snapshotId })
  return ended?.keys?.includes(event.key) ?? false
}

/** What is to be known to judge the events of the open publication. */
interface Known {
  /** Keys of events that came before. */
  events: Set<string>
  /** The last sending of each style. */
  versions: Map<string, bigint>
  /** What each event says, or that it cannot be used. */
  rows: Map<BomEntry, StagedRow | InvalidStyle>
}

async function knownOf(read: Reader, open: string | null, entries: readonly BomEntry[]): Promise<Known> {
  const own = entries.filter(({ event }) => event.snapshotId === open)
  if (open === null || own.length === 0) return { events: new Set(), versions: new Map(), rows: new Map() }
  const compiled = new Map(own.map((entry) => [entry, compiledOf(entry)]))
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

function compiledOf({ event }: BomEntry): CompiledStyle | InvalidStyle {
  const { said } = event
  if (said.action === 'invalid') return new InvalidStyle(said.detail)
  if (said.action !== 'style') throw new Error('Only style events are compiled')
  try {
    return compileStyle({ ...event, data: said.data })
  } catch (error) {
    if (error instanceof InvalidStyle) return error
    throw error
  }
}

/** Of a style that is sent in one part as it was, the document is not kept, and its rows are not hashed again. */
function rowOf(
  { event }: BomEntry,
  compiled: CompiledStyle,
  locked: { contentHash: string | null; sum: string | null } | undefined,
): StagedRow {
  if (event.said.action !== 'style') throw new Error('Only style events are staged')
  const { data } = event.said
  const { contentHash } = contentOf(compiled)
  const isAsBefore = data.parts === 1 && locked?.contentHash === contentHash && locked.sum !== null
  return {
    eventKey: event.key,
    styleId: compiled.styleId,
    version: String(event.version),
    part: data.part,
    parts: data.parts,
    skuCount: data.skus.length,
    lineCount: data.lines.length,
    rowCount: data.lines.reduce((sum, line) => sum + line.yields.length, 0),
    sum: isAsBefore ? (locked.sum ?? '') : sumOfRows(data).toString(16),
    contentHash,
    doc: isAsBefore ? null : writeStaged(compiled),
  }
}
