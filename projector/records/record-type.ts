import type { Run } from '../../cypher/connect.ts'
import type { RecordEvent } from '../../domain/events/decode-event.ts'
import type { RecordKind } from '../../schemas/records/record-events.ts'
import type { AppliedChange } from '../feed/applied-change.ts'
import type { Changes } from './changes.ts'
import type { Write } from './writes.ts'

export type EventOf<K extends RecordKind> = Extract<RecordEvent, { kind: K }>

/** The transaction and the collected changes with which the events of one organization are applied. */
export interface Batch {
  organization: string
  run: Run
  write: Write
  /** What the events change in addition to their own records. */
  changes: Changes
  /** Adds a change that readers see to the feed. Null adds nothing. */
  recordChange(event: RecordEvent, change: AppliedChange | null): void
}

/** How records of a type are applied. `Locked` is the stored state of the records in these events. */
export interface RecordType<Event extends RecordEvent, Locked> {
  /** Whether exceptions are about records of this type. An organization without such records has no exceptions. */
  isConnected: boolean
  /** Reads and locks the stored state in order of IDs, so that transactions rarely deadlock. */
  lock(batch: Batch, events: readonly Event[]): Promise<Locked>
  /** Applies an event to the state. @returns false when the event is stale and changed nothing */
  fold(locked: Locked, event: Event, batch: Batch): boolean
  /** Writes the new state, and adds invalidations for what has changed. */
  write(locked: Locked, batch: Batch): void
}

/** A record type whose `Locked` is hidden, so that types with different states fit into one list. */
export interface AppliedType<Event extends RecordEvent> {
  /** @returns the events that are stale */
  apply(batch: Batch, events: readonly Event[]): Promise<RecordEvent[]>
}

/** Combines the steps of a record type: locks, applies events in the order of their offsets, and writes once. */
export function recordType<Event extends RecordEvent, Locked>(type: RecordType<Event, Locked>): AppliedType<Event> {
  return {
    async apply(batch, events) {
      batch.changes.isConnected ||= type.isConnected
      const locked = await type.lock(batch, events)
      const stale = events.filter((event) => !type.fold(locked, event, batch))
      type.write(locked, batch)
      return stale
    },
  }
}
