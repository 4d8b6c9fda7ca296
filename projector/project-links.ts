import type { Run } from '../cypher/connect.ts'
import * as projections from '../cypher/projections.ts'
import { type Changes, mark, noteApplied } from './connected/changes.ts'
import { type LinkWrites, writeLink } from './link-writes.ts'
import { noteTime } from './newest-times.ts'
import {
  applyLinkEvent,
  type HeldLink,
  type LinkContent,
  type LinkEvent,
  linkIdsOf,
  readLink,
  shownLink,
  writeLinkState,
} from './projections/link.ts'
import { movedTo } from './projections/versions.ts'
import type { Write } from './writes.ts'

interface Held {
  link: HeldLink
  /** What readers saw before. */
  before: LinkContent | null
  wasDeleted: boolean
}

/** Applies the link events of one organization. Relationships go into `links`, what else follows into `changes`. */
export async function projectLinks(
  run: Run,
  write: Write,
  organization: string,
  events: LinkEvent[],
  links: LinkWrites,
  changes: Changes,
): Promise<void> {
  if (events.length === 0) return
  const held = await holdLinks(run, organization, events)
  // By link the newest time of the events that changed it: a stale one changes nothing.
  const touched = new Map<string, string>()
  const link = (id: string) => {
    const found = held.get(id) ?? { link: readLink(id, null, null), before: null, wasDeleted: false }
    held.set(id, found)
    return found.link
  }
  for (const event of events) {
    const ids = new Set<string>()
    const said = applyLinkEvent((id) => {
      ids.add(id)
      return link(id)
    }, event)
    if (said === undefined) continue
    noteApplied(changes, event)
    for (const id of ids) noteTime(touched, id, event.time)
    if (said) links.named.set(said.fromId, said.fromType).set(said.toId, said.toType)
  }
  const remembered: { id: string; state: string }[] = []
  const forgotten: string[] = []
  for (const [id, time] of touched) {
    const { link: now, before: old, wasDeleted } = held.get(id) ?? { link: link(id), before: null, wasDeleted: false }
    const shown = shownLink(now)
    for (const content of [old, shown]) if (content) markLink(changes, content, time)
    writeLink(links, id, now.stored, shown, writeLinkState(now))
    if (!shown) remembered.push({ id, state: writeLinkState(now) })
    else if (wasDeleted) forgotten.push(id)
  }
  if (remembered.length > 0) write(projections.rememberDeletedLinks, { rows: remembered })
  if (forgotten.length > 0) write(projections.forgetDeletedLinks, { ids: forgotten })
}

/** Who supplies a material, and where a style is produced, decides what systems should say of them. */
function markLink(changes: Changes, { sortKey, fromId }: LinkContent, time: string): void {
  if (sortKey.startsWith('SUPPLIED_BY/')) mark(changes, ['material', fromId], time)
  if (sortKey.startsWith('PRODUCED_BY/')) mark(changes, ['style', fromId], time)
}

async function holdLinks(run: Run, organization: string, events: LinkEvent[]): Promise<Map<string, Held>> {
  const held = new Map<string, Held>()
  let wanted = new Set(events.flatMap((event) => Object.values(linkIdsOf(event)).filter((id) => id !== null)))
  while (wanted.size > 0) {
    const next = new Set<string>()
    for (const row of await run(projections.holdLinks, organization, { ids: [...wanted].sort() })) {
      const stored = row.fromId !== null && row.toId !== null ? { fromId: row.fromId, toId: row.toId } : null
      const link = readLink(row.id, stored, row.state)
      held.set(row.id, { link, before: shownLink(link), wasDeleted: stored === null && row.state !== null })
      for (const other of movedTo(link.versions)) if (!wanted.has(other) && !held.has(other)) next.add(other)
    }
    wanted = next
  }
  return held
}
