import * as projections from '../../../cypher/graph/write-graph.ts'
import { type Changes, invalidate } from '../changes.ts'
import { type Batch, recordType } from '../record-type.ts'
import { movedTo, writeVersions } from '../versions.ts'
import {
  applyLinkEvent,
  type LinkContent,
  type LinkEvent,
  type LockedLink,
  linkIdsOf,
  readLink,
  shownLink,
} from './link.ts'
import { linkChange } from './link-change.ts'
import { writeLink } from './link-writes.ts'

interface LockedLinkRow {
  link: LockedLink
  /** The content that readers saw before the batch. */
  before: LinkContent | null
  /** The content that readers see after the events so far. */
  seen: LinkContent | null
  wasDeleted: boolean
  isChanged: boolean
}

type Locked = Map<string, LockedLinkRow>

/** Links between entities. `writeLinks` writes their relationships, together with those of SKUs. */
export const links = recordType<LinkEvent, Locked>({
  isConnected: false,
  lock: lockLinks,
  fold(locked, event, { changes, recordChange }) {
    const ids = new Set<string>()
    const link = (id: string) => {
      ids.add(id)
      return rowOf(locked, id).link
    }
    const applied = applyLinkEvent(link, event)
    if (applied === undefined) return false
    for (const id of ids) {
      const row = rowOf(locked, id)
      const before = row.seen
      row.isChanged = true
      row.seen = shownLink(row.link)
      recordChange(event, linkChange(event, before, row.seen))
    }
    if (applied) changes.links.named.set(applied.fromId, applied.fromType).set(applied.toId, applied.toType)
    return true
  },
  write(locked, { write, changes }) {
    const remembered: { id: string; state: ReturnType<typeof writeVersions> }[] = []
    const forgotten: string[] = []
    for (const [id, { link, before, seen: shown, wasDeleted, isChanged }] of locked) {
      if (!isChanged) continue
      const state = writeVersions(link.versions)
      for (const content of [before, shown]) if (content) invalidateLink(changes, content)
      writeLink(changes.links, id, link.stored, shown, state)
      if (!shown) remembered.push({ id, state })
      else if (wasDeleted) forgotten.push(id)
    }
    if (remembered.length > 0) write(projections.rememberDeletedLinks, { rows: remembered })
    if (forgotten.length > 0) write(projections.forgetDeletedLinks, { ids: forgotten })
  },
})

function rowOf(locked: Locked, id: string): LockedLinkRow {
  const none = { link: readLink(id, null, null), before: null, seen: null, wasDeleted: false, isChanged: false }
  const found = locked.get(id) ?? none
  locked.set(id, found)
  return found
}

/**
 * A change of a material's supplier, or of a style's producer, changes what source systems are expected to report about
 * them.
 */
function invalidateLink(changes: Changes, { sortKey, fromId }: LinkContent): void {
  if (sortKey.startsWith('SUPPLIED_BY/')) invalidate(changes, { kind: 'material', key: fromId })
  if (sortKey.startsWith('PRODUCED_BY/')) invalidate(changes, { kind: 'style', id: fromId })
}

/** Locks the links that events name, and those to which their records were moved by `canonicalOf`. */
async function lockLinks({ run, organization }: Batch, events: readonly LinkEvent[]): Promise<Locked> {
  const locked: Locked = new Map()
  let wanted = new Set(events.flatMap((event) => Object.values(linkIdsOf(event)).filter((id) => id !== null)))
  while (wanted.size > 0) {
    const next = new Set<string>()
    for (const row of await run(projections.lockLinks, organization, { ids: [...wanted].sort() })) {
      const stored = row.fromId !== null && row.toId !== null ? { fromId: row.fromId, toId: row.toId } : null
      const link = readLink(row.id, stored, row.state)
      const wasDeleted = stored === null && row.state !== null
      const before = shownLink(link)
      locked.set(row.id, { link, before, seen: before, wasDeleted, isChanged: false })
      for (const other of movedTo(link.versions)) if (!wanted.has(other) && !locked.has(other)) next.add(other)
    }
    wanted = next
  }
  return locked
}
