import { follow, type History, type Values } from '../../domain/history.ts'
import type { RecordIdentity } from '../../domain/identity/identity.ts'
import type { TextOf } from '../../schemas/stored/stored-document.ts'
import { type StoredVersion, type StoredVersions, storedVersions } from '../../schemas/stored/version.ts'

/** What one source record said last; `content` is null when it was deleted there, or speaks for another thing now. */
export interface RecordVersion<Content> {
  version: bigint
  time: string
  content: Content | null
  /** The thing that the record speaks for since it said `canonicalOf`. */
  movedTo?: string
  history: History
}

type StoredHistory = Pick<StoredVersion, 's' | 'l' | 'n'>

function readHistory({ s, l, n }: StoredHistory, time: string): History {
  return { since: s ?? time, later: l ?? {}, newest: n ?? time }
}

/** Leaves out what follows from the time of the last event: most records are sent once. */
function writeHistory({ since, later, newest }: History, time: string): StoredHistory {
  return {
    ...(since === time ? {} : { s: since }),
    ...(Object.keys(later).length === 0 ? {} : { l: later }),
    ...(newest === time ? {} : { n: newest }),
  }
}

export function readVersion({ v, t, ...history }: StoredVersion) {
  return { version: BigInt(v), time: t, history: readHistory(history, t) }
}

export function writeVersion({ version, time, history }: Omit<RecordVersion<unknown>, 'content'>): StoredVersion {
  return { v: String(version), t: time, ...writeHistory(history, time) }
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
  /** The values that anything is computed from. */
  valuesOf(content: Content): Values
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
  { key, ownId, targetId, version, time, content, valuesOf }: Statement<Content>,
): { id: string; leftId: string | null } | null {
  const own = versionsOf(ownId)
  const last = own.get(key)
  if (last && last.version >= version) return null
  const before = last?.movedTo ?? ownId
  const id = targetId ?? before
  const wasLive = (versionsOf(before).get(key)?.content ?? null) !== null
  const followed = (known: RecordVersion<Content> | undefined, now: Content | null) => {
    const values = known?.content ? valuesOf(known.content) : null
    return follow(known ? { values, history: known.history } : null, now && valuesOf(now), time)
  }
  const set = (of: string, now: Content | null, moved: { movedTo?: string } = {}) =>
    versionsOf(of).set(key, { version, time, content: now, ...moved, history: followed(versionsOf(of).get(key), now) })
  if (before !== id && before !== ownId) set(before, null)
  if (id !== ownId) set(ownId, null, { movedTo: id })
  set(id, content)
  return { id, leftId: wasLive && before !== id ? before : null }
}

/** The record that is shown of several. */
export interface ShownRecord<Content> {
  key: string
  content: Content
  time: string
  version: bigint
  history: History
}

/**
 * The record that is shown: the newest live one by its source's time, ties by key, so that the answer does not depend on
 * the order of arrival. Null when every record was deleted.
 */
export function shownRecord<Content>(versions: Versions<Content>): ShownRecord<Content> | null {
  let shown: ShownRecord<Content> | null = null
  for (const [key, { content, time, version, history }] of versions) {
    if (content === null) continue
    if (!shown || time > shown.time || (time === shown.time && key > shown.key))
      shown = { key, content, time, version, history }
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

/** The versions in a state that `writeVersions` wrote; none where nothing is stored. */
export function readVersions<Content>(
  state: TextOf<StoredVersions> | null,
  Content: { parse(content: unknown): Content },
): Versions<Content> {
  const records = Object.entries(state === null ? {} : storedVersions.readChecked(state))
  return new Map(
    records.map(([key, { moved, content, ...stored }]) => {
      const version = { ...readVersion(stored), content: content === null ? null : Content.parse(content) }
      return [key, moved === undefined ? version : { ...version, movedTo: moved }]
    }),
  )
}

/** All that is remembered of the records behind one thing, for those that store it whole. */
export function writeVersions(versions: Versions<unknown>): TextOf<StoredVersions> {
  const records: StoredVersions = {}
  for (const [key, { movedTo, content, ...version }] of sortedVersions(versions))
    records[key] = { ...writeVersion(version), moved: movedTo, content }
  return storedVersions.write(records)
}
