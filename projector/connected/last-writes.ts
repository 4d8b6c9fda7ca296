import { z } from 'zod'
import type { RecordEvent } from '../../schemas/decode-event.ts'
import { canonicalId } from '../../schemas/identity.ts'
import { type Changes, noteApplied } from './changes.ts'

const State = z.object({ v: z.string(), t: z.string() })

/** The id of what a record alone makes: it follows from where the record lives. */
export function ownIdOf({ organization, kind, record }: RecordEvent): string {
  return canonicalId(organization, kind, record)
}

/** In order, so that two transactions rarely wait for each other in a circle. */
export function sortedIds(events: readonly RecordEvent[]): string[] {
  return [...new Set(events.map(ownIdOf))].sort()
}

/**
 * Last write wins, by the version that the source gave: an equal or lower one changes nothing, and a deletion remembers
 * its version.
 * @returns the events that were not stale, and the newest of them by the id of what it says
 */
export function lastWrites<E extends RecordEvent>(
  events: readonly E[],
  held: ReadonlyMap<string, { state: string | null }>,
  changes: Changes,
): { applied: E[]; newest: Map<string, E> } {
  const newest = new Map<string, E>()
  const applied: E[] = []
  for (const event of events) {
    const id = ownIdOf(event)
    const version = newest.get(id)?.version ?? versionOf(held.get(id)?.state ?? null)
    if (version !== null && version >= event.version) continue
    newest.set(id, event)
    applied.push(event)
    noteApplied(changes, event)
  }
  return { applied, newest }
}

function versionOf(state: string | null): bigint | null {
  return state === null ? null : BigInt(State.parse(JSON.parse(state)).v)
}

/** What is remembered of the event that was written last. */
export function stateOf({ version, time }: RecordEvent): string {
  return JSON.stringify({ v: String(version), t: time })
}
