import type { Run } from '../../cypher/connect.ts'
import type { RecordEvent } from '../../domain/events/decode-event.ts'
import type { RecordKind } from '../../schemas/records/record-events.ts'
import type { Changes } from './changes.ts'
import type { Write } from './writes.ts'

export type EventOf<K extends RecordKind> = Extract<RecordEvent, { kind: K }>

/** The events of one organization in a batch are applied with this, all in one transaction. */
export interface Batch {
  organization: string
  run: Run
  write: Write
  /** What follows from the events beside what they say. */
  changes: Changes
}

/** How records of a type are applied. `Locked` is what is stored of those that the events are about. */
export interface RecordType<Event extends RecordEvent, Locked> {
  /** Whether exceptions are about such records: without any of them there are none. */
  isConnected: boolean
  /** Locks what is stored, in order of ids, so that two transactions rarely wait for each other in a circle. */
  lock(batch: Batch, events: readonly Event[]): Promise<Locked>
  /** Folds an event into it. @returns false when the event is stale, and changed nothing */
  fold(locked: Locked, event: Event, batch: Batch): boolean
  /** Writes what the events made of it, and notes what may look different since. */
  write(locked: Locked, batch: Batch): void
}

/** A type of records, ready for a list of many: what it has locked is its own affair. */
export interface AppliedType<Event extends RecordEvent> {
  /** @returns the events that are stale */
  apply(batch: Batch, events: readonly Event[]): Promise<RecordEvent[]>
}

/** Events are folded in the order of the log, and written once. */
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
