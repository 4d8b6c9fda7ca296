import { follow, type History, type Values } from '../../domain/history.ts'
import type { RecordIdentity } from '../../domain/identity/identity.ts'
import type { TextOf } from '../../schemas/stored/stored-document.ts'
import { type StoredVersion, type StoredVersions, storedVersions } from '../../schemas/stored/version.ts'

/**
 * The last state that one source record reported. `content` is null if the record was deleted, or if `canonicalOf`
 * moved it to another entity or link.
 */
export interface RecordVersion<Content> {
  version: bigint
  time: string
  content: Content | null
  /** ID of the entity or link to which `canonicalOf` moved the record. */
  movedTo?: string
  history: History
}

type StoredHistory = Pick<StoredVersion, 's' | 'l' | 'n'>

function readHistory({ s, l, n }: StoredHistory, time: string): History {
  return { since: s ?? time, later: l ?? {}, newest: n ?? time }
}

/**
 * Leaves out values that can be derived from the time of the last event. For records that were sent once, which are
 * most, nothing is stored.
 */
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

/**
 * The source records behind one entity or link, by record key. There is more than one only after `canonicalOf` joined
 * records.
 */
export type Versions<Content> = Map<string, RecordVersion<Content>>

/** The statement of one event. `ownId` is derived from the record, `targetId` from `canonicalOf`; null in deletions. */
export interface Statement<Content> {
  key: string
  ownId: string
  targetId: string | null
  version: bigint
  time: string
  content: Content | null
  /** The values that exceptions depend on. */
  valuesOf(content: Content): Values
}

export function recordKeyOf({ system, instance, recordId }: RecordIdentity): string {
  return `${system}:${instance}:${recordId}`
}

/**
 * Applies a statement. The last write wins, by the version of the source: an equal or lower version changes nothing.
 * The record's own entity or link keeps its version and target. So a deletion, which contains no `canonicalOf`, finds
 * the target.
 * @returns the ID of the entity or link that the record belongs to, and of the one that it left; null when the event is
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
  const set = (entityId: string, now: Content | null, moved: { movedTo?: string } = {}) =>
    versionsOf(entityId).set(key, {
      version,
      time,
      content: now,
      ...moved,
      history: followed(versionsOf(entityId).get(key), now),
    })
  if (before !== id && before !== ownId) set(before, null)
  if (id !== ownId) set(ownId, null, { movedTo: id })
  set(id, content)
  return { id, leftId: wasLive && before !== id ? before : null }
}

/** The record whose content readers see, of all records behind one entity or link. */
export interface ShownRecord<Content> {
  key: string
  content: Content
  time: string
  version: bigint
  history: History
}

/**
 * Returns the record to show: the newest live one by the time of its source, then by key. So the result does not depend
 * on the order of arrival. Null when all records were deleted.
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

/** Sorted by record key, so that what is stored does not depend on the order of arrival. */
export function sortedVersions<Content>(versions: Versions<Content>): [string, RecordVersion<Content>][] {
  return [...versions].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Returns the IDs of the entities or links to which these records were moved. */
export function movedTo(versions: Versions<unknown>): string[] {
  return [...versions.values()].flatMap((version) => version.movedTo ?? [])
}

/** Parses a state that `writeVersions` wrote. Returns no versions if the state is null. */
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

/** Serializes all versions of the records behind one entity or link. */
export function writeVersions(versions: Versions<unknown>): TextOf<StoredVersions> {
  const records: StoredVersions = {}
  for (const [key, { movedTo, content, ...version }] of sortedVersions(versions))
    records[key] = { ...writeVersion(version), moved: movedTo, content }
  return storedVersions.write(records)
}
