import type { RecordIdentity } from '../../schemas/identity.ts'

/** What one source record said last; `content` is null when it was deleted there, or speaks for another thing now. */
export interface RecordVersion<Content> {
  version: bigint
  time: string
  content: Content | null
  /** The thing that the record speaks for since it said `canonicalOf`. */
  movedTo?: string
}

/** The source records behind one thing of the graph, by record key: one, but for things that moved between systems. */
export type Versions<Content> = Map<string, RecordVersion<Content>>

/** What one event says: `ownId` follows from the record itself, `targetId` from its `canonicalOf`, null in deletions. */
export interface Statement<Content> {
  key: string
  ownId: string
  targetId: string | null
  version: bigint
  time: string
  content: Content | null
}

export function recordKeyOf({ system, instance, recordId }: RecordIdentity): string {
  return `${system}:${instance}:${recordId}`
}

/**
 * Last write wins, by the version that the source gave: an equal or lower one changes nothing. The record's own thing
 * remembers its version, so that a deletion, which carries no `canonicalOf`, finds the thing that the record moved to.
 * @returns the id of the thing that the record speaks for, and of the one that it no longer does; null when the event is
 * stale
 */
export function applyStatement<Content>(
  versionsOf: (id: string) => Versions<Content>,
  { key, ownId, targetId, version, time, content }: Statement<Content>,
): { id: string; leftId: string | null } | null {
  const own = versionsOf(ownId)
  const last = own.get(key)
  if (last && last.version >= version) return null
  const before = last?.movedTo ?? ownId
  const id = targetId ?? before
  const wasLive = (versionsOf(before).get(key)?.content ?? null) !== null
  if (before !== id && before !== ownId) versionsOf(before).set(key, { version, time, content: null })
  if (id !== ownId) own.set(key, { version, time, content: null, movedTo: id })
  versionsOf(id).set(key, { version, time, content })
  return { id, leftId: wasLive && before !== id ? before : null }
}

/**
 * The record that is shown: the newest live one by its source's time, ties by key, so that the answer does not depend on
 * the order of arrival. Null when every record was deleted.
 */
export function shownRecord<Content>(
  versions: Versions<Content>,
): { key: string; content: Content; time: string } | null {
  let shown: { key: string; content: Content; time: string } | null = null
  for (const [key, { content, time }] of versions) {
    if (content === null) continue
    if (!shown || time > shown.time || (time === shown.time && key > shown.key)) shown = { key, content, time }
  }
  return shown
}

/** By record key, so that what is stored does not depend on the order of arrival. */
export function sortedVersions<Content>(versions: Versions<Content>): [string, RecordVersion<Content>][] {
  return [...versions].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The things that records of these versions moved to. */
export function movedTo(versions: Versions<unknown>): string[] {
  return [...versions.values()].flatMap((version) => version.movedTo ?? [])
}
