import { findPublication, noteLateEvents } from '../../cypher/bom/write-publications.ts'
import type { Run } from '../../cypher/connect.ts'
import { addCountedEvents, countDeadLetter } from '../../cypher/ingest/write-ingest.ts'
import type { NamedFault } from '../../domain/events/named-fault.ts'
import { deadLetterId } from '../../domain/identity/dead-letter-id.ts'
import { InvalidStyle } from '../../domain/publications/compile-style.ts'
import type { Failure } from '../../domain/publications/failure.ts'
import { compiledOf } from '../../domain/publications/judge-event.ts'
import type { TopicPartition } from '../../kafka/consumer.ts'
import type { IngestFault } from '../../schemas/ingest/faults.ts'
import { MAX_PUBLICATION_FAULTS } from '../../schemas/ingest/publications.ts'
import { readFaults, storedFaults } from '../../schemas/stored/dead-letter.ts'
import { storedFault } from '../dead-letters/stored-fault.ts'
import type { DeadRecord } from '../pipeline/event-stream.ts'
import { type BomEntry, deadEntry, failureFaults } from './outcome.ts'
import type { Reader } from './publication-state.ts'

/** A publication that has ended, and the events that arrived for it since. */
interface Ended {
  /** Keys of the events that it contains. */
  keys: ReadonlySet<string>
  /** Why it failed. Null if it was completed; events that arrive for it are then not counted together. */
  reason: string | null
  /** The first event since that was rejected, the last one, and their number. */
  late: { from: number; to: number; count: number } | null
  faults: IngestFault[]
  faultCount: number
  isChanged: boolean
}

const REASON = 'no_open_publication'
/** The reason may be as long as a detail, of which it is a part. */
const MAX_REASON = 700

/**
 * The events of one organization in a step that arrive for a publication that is not open. The first one after its
 * publication has failed becomes a dead letter. All others of this snapshot are counted with it: they have none of their
 * own. Their contents are checked, and their faults are added to those of the publication.
 */
export class LateEvents {
  readonly #read: Reader
  readonly #at: TopicPartition
  readonly #ended = new Map<string, Ended | null>()
  readonly #dead: { one: DeadRecord; ended: Ended | null }[] = []
  /** Offsets of events that the ended publication contains. */
  readonly stale = new Set<number>()

  constructor(read: Reader, { topic, partition }: TopicPartition) {
    this.#read = read
    this.#at = { topic, partition }
  }

  /** Adds a publication that fails in this step. `keys` are those of its events in this step. */
  fail(snapshotId: string, why: Failure, keys: ReadonlySet<string>): void {
    this.#ended.set(snapshotId, { keys, reason: reasonOf(why), late: null, ...failureFaults(why), isChanged: false })
  }

  async take(entry: BomEntry): Promise<void> {
    const { event, record } = entry
    const { snapshotId, key } = event
    const ended = await this.#endedOf(snapshotId)
    if (ended?.keys.has(key)) return void this.stale.add(record.offset)
    if (!ended || ended.reason === null) {
      const one = deadEntry(entry, REASON, `snapshot ${snapshotId} is not open`)
      return void this.#dead.push({ one, ended: null })
    }
    const faults = faultsOf(entry)
    const isCounted = this.#count(ended, record.offset, faults)
    const detail =
      `snapshot ${snapshotId} is not open: its publication failed (${ended.reason}). ` +
      'Later events of this snapshot are counted with this one'
    const one = { ...deadEntry(entry, REASON, detail, faults), ...(isCounted ? { isCounted } : {}) }
    this.#dead.push({ one, ended })
  }

  /** The rejected events of this step. */
  get dead(): DeadRecord[] {
    return this.#dead.map(({ one, ended }) =>
      ended?.late && !one.isCounted ? { ...one, count: ended.late.count } : one,
    )
  }

  /** Writes the counts and the faults. It must run in the transaction that moves the offset past these events. */
  async write(run: Run, organization: string): Promise<void> {
    for (const [snapshotId, ended] of this.#ended) {
      if (!ended?.isChanged || !ended.late) continue
      const { late, faults, faultCount } = ended
      const { from: lateFrom, to: lateTo, count } = late
      const counts = { lateFrom, lateTo, lateCount: count, faults: storedFaults.write(faults), faultCount }
      await run(noteLateEvents, organization, { snapshotId, ...counts })
      await run(countDeadLetter, organization, { id: this.#idOf(organization, lateFrom), count })
    }
    const counted = this.#dead.filter(({ one }) => one.isCounted)
    const offsets = counted.map(({ one }) => one.record.offset)
    const [firstOffset] = offsets
    if (firstOffset === undefined) return
    const firsts = new Set(counted.flatMap(({ ended }) => ended?.late?.from ?? []))
    const countedWith = [...firsts].map((offset) => this.#idOf(organization, offset))
    const ids = offsets.map((offset) => this.#idOf(organization, offset))
    const stored = { ...this.#at, firstOffset, offsets, reason: REASON, countedWith, ids }
    await run(addCountedEvents, organization, stored)
  }

  /** Counts a rejected event once. Returns whether it is counted with an earlier one. */
  #count(ended: Ended, offset: number, faults: readonly NamedFault[]): boolean {
    const { late } = ended
    if (late && offset <= late.to) return offset !== late.from
    ended.late = { from: late?.from ?? offset, to: offset, count: (late?.count ?? 0) + 1 }
    ended.isChanged = true
    addFaults(ended, faults)
    return late !== null
  }

  #idOf(organization: string, offset: number): string {
    return deadLetterId(organization, { ...this.#at, offset })
  }

  async #endedOf(snapshotId: string): Promise<Ended | null> {
    const known = this.#ended.get(snapshotId)
    if (known !== undefined) return known
    const ended = await readEnded(this.#read, snapshotId)
    this.#ended.set(snapshotId, ended)
    return ended
  }
}

async function readEnded(read: Reader, snapshotId: string): Promise<Ended | null> {
  const [row] = await read(findPublication, { snapshotId })
  if (!row) return null
  const { status, reason, lateFrom, lateTo, lateCount } = row
  const hasFailed = status === 'failed' || status === 'aborted'
  return {
    keys: new Set(row.keys ?? []),
    reason: hasFailed ? told(status, reason ?? '') : null,
    late: lateFrom === null ? null : { from: lateFrom, to: lateTo ?? lateFrom, count: lateCount ?? 1 },
    faults: row.faults === null ? [] : readFaults(row.faults),
    faultCount: row.faultCount ?? 0,
    isChanged: false,
  }
}

const reasonOf = ({ code, detail }: Failure) => told(code === 'aborted' ? code : 'failed', `${code}: ${detail}`)

/** The reason that a source gives for aborting is left out, because it is free text. */
function told(status: string, reason: string): string {
  return status === 'aborted' ? status : reason.slice(0, MAX_REASON).toWellFormed()
}

/** Adds the faults of an event. An event that is sent again has the same ones. */
function addFaults(ended: Ended, faults: readonly NamedFault[]): void {
  const [first] = faults
  if (!first || ended.faults.some(({ eventId, source }) => eventId === first.eventId && source === first.source)) return
  ended.faults = [...ended.faults, ...faults.slice(0, MAX_PUBLICATION_FAULTS - ended.faults.length).map(storedFault)]
  ended.faultCount += faults.length
}

/** The faults of an event, as if its publication were open. */
function faultsOf({ event }: BomEntry): readonly NamedFault[] {
  const { content } = event
  if (content.action === 'invalid') return content.faults
  if (content.action !== 'style') return []
  const compiled = compiledOf(event)
  return compiled instanceof InvalidStyle ? compiled.faults : []
}
