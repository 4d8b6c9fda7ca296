import type { CheckedPublication, Checks, PublicationEvent, PublicationFault } from './checked-events.ts'
import { judgeEnd, judgeStart, supersededBy, timeFailure } from './judge-event.ts'
import { type Contents, type Found, OpenPublication } from './open-publication.ts'

/** A publication that was started: its first event, the line of each of its events by key, and the line of its end. */
interface Known {
  started: PublicationEvent
  lines: Map<string, number>
  endLine: number | null
}

const nothing: Checks = { faults: [], ended: [], repeat: null }

/** The publications of one organization in a file. */
export class PublicationsInFile {
  readonly #known = new Map<string, Known>()
  #open: OpenPublication | null = null
  /** The last publication that would be completed: its snapshot, and when. */
  #newest: { snapshotId: string; completedAt: string } | null = null

  start(source: PublicationEvent): Checks {
    const { event, line } = source
    const used = this.#known.get(event.snapshotId)
    const verdict = judgeStart(event, used?.started.event.key)
    if (verdict.outcome === 'repeated') return repeated(line, used?.started.line ?? line)
    if (used && verdict.outcome === 'rejected') {
      const detail = `${verdict.detail}, in line ${used.started.line}`
      return { ...nothing, faults: [faultOf(source, 'publication_failed', detail)] }
    }
    // Invalid contents are reported with the line.
    if (verdict.outcome === 'rejected') return nothing
    const before = this.#open
    const why = supersededBy(event.snapshotId)
    const faults = before && !before.hasFailed ? [faultOf(source, why.code, why.detail, before)] : []
    const ended = before ? [this.#close(before, line, 'failed')] : []
    this.#known.set(event.snapshotId, { started: source, lines: new Map(), endLine: null })
    this.#open = new OpenPublication(source)
    return { ...nothing, faults, ended }
  }

  addStyle(source: PublicationEvent): Checks {
    const { event, line } = source
    const open = this.#openOf(source)
    if (!open) return this.#notOpen(source)
    const lines = this.#known.get(event.snapshotId)?.lines
    const earlier = lines?.get(event.key)
    if (earlier !== undefined) return repeated(line, earlier)
    lines?.set(event.key, line)
    open.last = source
    const found = open.addStyle(source)
    if (found === null) return nothing
    if ('later' in found) {
      const { line: earlierLine, event: later } = found.later
      const versions = { version: String(event.version), earlierVersion: String(later.version) }
      return { ...nothing, repeat: { line, earlierLine, ...versions } }
    }
    open.hasFailed = true
    return { ...nothing, faults: event.content.action === 'invalid' ? [] : [faultOfFound(found)] }
  }

  /** An event that completes or aborts the open publication. `now` is when it would reach Kafka. */
  end(source: PublicationEvent, now: number): Checks {
    const open = this.#openOf(source)
    if (!open) return this.#notOpen(source)
    const { event, line } = source
    this.#known.get(event.snapshotId)?.lines.set(event.key, line)
    if (open.hasFailed) return { ...nothing, ended: [this.#close(open, line, 'failed')] }
    const verdict = judgeEnd(event)
    if (verdict.outcome === 'aborted') return { ...nothing, ended: [this.#close(open, line, 'aborted')] }
    if (verdict.outcome === 'failed') return { ...nothing, ended: [this.#close(open, line, 'failed')] }
    const newest = this.#newest
    const early =
      timeFailure(event, now, newest?.completedAt ?? null) ?? (newest && open.failureAfter(newest.snapshotId))
    const found = early ? [{ why: early, source }] : open.verify(source, verdict.data)
    if (Array.isArray(found))
      return { ...nothing, faults: found.map(faultOfFound), ended: [this.#close(open, line, 'failed')] }
    this.#newest = { snapshotId: event.snapshotId, completedAt: event.time }
    return { ...nothing, ended: [this.#close(open, line, 'completed', found)] }
  }

  atEndOfFile(): Checks {
    const open = this.#open
    if (!open) return nothing
    const { last, hasFailed } = open
    const detail = 'the file has no completed event of the publication'
    const faults = hasFailed ? [] : [faultOf(last, 'unfinished', detail)]
    return { ...nothing, faults, ended: [this.#close(open, last.line, hasFailed ? 'failed' : 'unfinished')] }
  }

  #openOf({ event }: PublicationEvent): OpenPublication | null {
    return this.#open?.snapshotId === event.snapshotId ? this.#open : null
  }

  #close(
    { started, snapshotId }: OpenPublication,
    lastLine: number,
    outcome: CheckedPublication['outcome'],
    contents: Contents | null = null,
  ): CheckedPublication {
    const known = this.#known.get(snapshotId)
    if (known) known.endLine = lastLine
    this.#open = null
    const { organization } = started.event
    return { organization, snapshotId, firstLine: started.line, lastLine, outcome, contents }
  }

  /** An event of a publication that is not open: one that ended repeats its events, all others are rejected. */
  #notOpen(source: PublicationEvent): Checks {
    const { event, line } = source
    const known = this.#known.get(event.snapshotId)
    const earlier = known?.lines.get(event.key)
    if (earlier !== undefined) return repeated(line, earlier)
    // Invalid contents are reported with the line.
    if (event.content.action === 'invalid') return nothing
    const other = this.#open ? `, and snapshot ${this.#open.snapshotId} is open` : ''
    const detail = known
      ? `the publication ended in line ${known.endLine}`
      : `the publication is not started before this line${other}`
    return { ...nothing, faults: [faultOf(source, 'no_open_publication', detail)] }
  }
}

function repeated(line: number, earlierLine: number): Checks {
  return { ...nothing, repeat: { line, version: null, earlierLine, earlierVersion: null } }
}

function faultOfFound({ why, source }: Found): PublicationFault {
  return faultOf(source, why.code, why.detail)
}

/** A fault that an event shows. It is about the publication of the event, or about `publication` if that is given. */
function faultOf(
  { line, id, style, event }: PublicationEvent,
  reason: PublicationFault['reason'],
  detail: string,
  publication?: OpenPublication,
): PublicationFault {
  const { organization, snapshotId } = event
  return { line, reason, detail, organization, snapshotId: publication?.snapshotId ?? snapshotId, style, eventId: id }
}
