import type { RecordEvent } from '../../domain/events/decode-event.ts'
import { follow, type History, type Values } from '../../domain/history.ts'
import { canonicalId } from '../../domain/identity/identity.ts'
import type { TextOf } from '../../schemas/stored/stored-document.ts'
import { type StoredVersion, storedVersion } from '../../schemas/stored/version.ts'
import { readVersion, writeVersion } from './versions.ts'

/** Returns the ID of the node of a record that no other record shares. It is derived from the record's identity. */
export function ownIdOf({ organization, kind, record }: RecordEvent): string {
  return canonicalId(organization, kind, record)
}

/** The IDs of the records of these events, sorted for locking. */
export function sortedIds(events: readonly RecordEvent[]): string[] {
  return [...new Set(events.map(ownIdOf))].sort()
}

/** The values of a record that exceptions depend on, from an event and from what is stored. Null if there are none. */
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
 * Applies events to records of which each has its own node. The last write wins, by the version of the source: an event
 * with an equal or lower version changes nothing, and a deletion keeps its version. The history includes every applied
 * event, so it does not depend on the boundaries of batches.
 */
export class LastWrites<Event extends RecordEvent, Stored extends { id: string; state: TextOf<StoredVersion> | null }> {
  /** The stored rows before the batch, by ID. */
  readonly stored: ReadonlyMap<string, Stored>
  /** The events that were not stale. */
  readonly applied: Event[] = []
  /** The newest applied event, by ID of its record. */
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

  /** The version state of a record to store. */
  stateOf(id: string): TextOf<StoredVersion> {
    const known = this.#known.get(id)
    if (!known) throw new Error(`Nothing was applied to ${id}`)
    return storedVersion.write(writeVersion(known))
  }
}

/** Returns the history in a stored version state. */
export function historyOf(state: TextOf<StoredVersion>): History {
  return readVersion(storedVersion.readChecked(state)).history
}
