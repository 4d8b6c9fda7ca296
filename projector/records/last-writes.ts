import type { RecordEvent } from '../../domain/events/decode-event.ts'
import { follow, type History, type Values } from '../../domain/history.ts'
import { canonicalId } from '../../domain/identity/identity.ts'
import type { TextOf } from '../../schemas/stored/stored-document.ts'
import { type StoredVersion, storedVersion } from '../../schemas/stored/version.ts'
import { readVersion, writeVersion } from './versions.ts'

/** The id of what a record alone makes: it follows from where the record lives. */
export function ownIdOf({ organization, kind, record }: RecordEvent): string {
  return canonicalId(organization, kind, record)
}

/** The ids to lock, in order. */
export function sortedIds(events: readonly RecordEvent[]): string[] {
  return [...new Set(events.map(ownIdOf))].sort()
}

/** The values of records that anything is computed from: in an event, and as stored. Null if there are none. */
export interface ValuesOf<Event, Stored> {
  event(event: Event): Values | null
  stored(row: Stored): Values | null
}

interface Known {
  version: bigint
  time: string
  values: Values | null
  history: History
}

/**
 * The records that events are about. Last write wins, by the version that the source gave: an equal or lower one changes
 * nothing, and a deletion remembers its version. The history follows every event that is applied, however the log is cut
 * into batches.
 */
export class LastWrites<Event extends RecordEvent, Stored extends { id: string; state: TextOf<StoredVersion> | null }> {
  /** What was stored, by id. */
  readonly stored: ReadonlyMap<string, Stored>
  /** The events that were not stale. */
  readonly applied: Event[] = []
  /** The newest of them, by the id of what it says. */
  readonly newest = new Map<string, Event>()
  readonly #known = new Map<string, Known>()
  readonly #values: ValuesOf<Event, Stored>

  constructor(rows: readonly Stored[], values: ValuesOf<Event, Stored>) {
    this.stored = new Map(rows.map((row) => [row.id, row]))
    this.#values = values
    for (const row of rows) {
      if (row.state === null) continue
      const version = readVersion(storedVersion.readChecked(row.state))
      this.#known.set(row.id, { ...version, values: values.stored(row) })
    }
  }

  /** @returns false when the event is stale */
  fold(event: Event): boolean {
    const id = ownIdOf(event)
    const before = this.#known.get(id) ?? null
    const { version, time, data } = event
    if (before && before.version >= version) return false
    const values = data === null ? null : this.#values.event(event)
    this.#known.set(id, { version, time, values, history: follow(before, values, time) })
    this.newest.set(id, event)
    this.applied.push(event)
    return true
  }

  /** What is to be stored of a record's version. */
  stateOf(id: string): TextOf<StoredVersion> {
    const known = this.#known.get(id)
    if (!known) throw new Error(`Nothing was applied to ${id}`)
    return storedVersion.write(writeVersion(known))
  }
}

/** The history in a state that was written here. */
export function historyOf(state: TextOf<StoredVersion>): History {
  return readVersion(storedVersion.readChecked(state)).history
}
