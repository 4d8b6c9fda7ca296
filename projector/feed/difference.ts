import { isDeepStrictEqual } from 'node:util'
import type { RecordEvent } from '../../domain/events/decode-event.ts'
import type { Change } from '../../schemas/graph/changes.ts'

/** What an event did to an entity or a link. */
export type Difference = Pick<Change, 'op' | 'changedFields'>

/** Returns whether something was created or deleted, or null if it is invisible before and after. */
export function existence(before: unknown, after: unknown): Difference | null {
  if (before === null && after === null) return null
  return { op: before === null ? 'created' : 'deleted', changedFields: [] }
}

/** Returns the names of the fields with different values. */
export function differingFields(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]))
}

/** Returns when and where an event comes from. */
export function originOf({ time, record }: RecordEvent): Pick<Change, 'changedAt' | 'source'> {
  const { system, instance, recordId } = record
  return { changedAt: time, source: { system, instance, recordId } }
}
