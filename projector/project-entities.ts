import type { Run } from '../cypher/connect.ts'
import * as projections from '../cypher/projections.ts'
import type { EntityType } from '../schemas/graph.ts'
import { type Changes, mark, noteApplied } from './connected/changes.ts'
import { type LinkWrites, writeLink } from './link-writes.ts'
import { noteTime } from './newest-times.ts'
import {
  applyEntityEvent,
  claimsOf,
  type EntityEvent,
  entityIdsOf,
  type HeldEntity,
  newEntity,
  shownEntity,
} from './projections/entity.ts'
import { readEntity, writeEntityState } from './projections/entity-state.ts'
import { hasSkuLink, type LinkContent } from './projections/link.ts'
import { movedTo } from './projections/versions.ts'
import type { Write } from './writes.ts'

interface Held {
  entity: HeldEntity
  claims: ReadonlyMap<string, projections.ClaimWrite>
  hasSku: LinkContent | null
}

type Changed = Held & { time: string }

/** Applies the entity events of one organization. Links that follow go into `links`, what else follows into `changes`. */
export async function projectEntities(
  run: Run,
  write: Write,
  organization: string,
  events: EntityEvent[],
  links: LinkWrites,
  changes: Changes,
): Promise<void> {
  if (events.length === 0) return
  const held = await holdEntities(run, organization, events)
  // By entity the newest time of the events that changed it: a stale one changes nothing.
  const touched = new Map<string, string>()
  for (const event of events) {
    const ids = new Set<string>()
    const entity = (id: string) => {
      ids.add(id)
      return heldEntity(held, id, event.kind).entity
    }
    const said = applyEntityEvent(entity, event)
    if (said === undefined) continue
    noteApplied(changes, event)
    for (const id of ids) noteTime(touched, id, event.time)
    if (said?.styleId) links.named.set(said.styleId, 'style')
  }
  const changed = [...touched].flatMap(([id, time]): Changed[] => {
    const one = held.get(id)
    return one ? [{ ...one, time }] : []
  })
  if (changed.length > 0) writeEntities(write, organization, changed, links, changes)
}

function heldEntity(held: Map<string, Held>, id: string, type: EntityType): Held {
  const found = held.get(id) ?? { entity: newEntity(id, type), claims: new Map(), hasSku: null }
  held.set(id, found)
  return found
}

/** Ids are locked in order, so that projectors of two partitions rarely wait for each other in a circle. */
async function holdEntities(run: Run, organization: string, events: EntityEvent[]): Promise<Map<string, Held>> {
  const held = new Map<string, Held>()
  let wanted = new Map<string, EntityType>()
  for (const event of events) {
    const { ownId, targetId } = entityIdsOf(event)
    wanted.set(ownId, event.kind)
    if (targetId) wanted.set(targetId, event.kind)
  }
  while (wanted.size > 0) {
    const rows = [...wanted].map(([id, type]) => ({ id, type })).sort((a, b) => (a.id < b.id ? -1 : 1))
    const next = new Map<string, EntityType>()
    for (const { id, doc, state } of await run(projections.holdEntities, organization, { rows })) {
      const type = wanted.get(id) ?? 'style'
      const entity = readEntity(id, type, doc, state)
      held.set(id, { entity, claims: claimsOf(entity), hasSku: hasSkuLink(organization, entity) })
      for (const other of movedTo(entity.versions)) if (!wanted.has(other) && !held.has(other)) next.set(other, type)
    }
    wanted = next
  }
  return held
}

function writeEntities(
  write: Write,
  organization: string,
  touched: readonly Changed[],
  links: LinkWrites,
  changes: Changes,
): void {
  const listed: projections.EntityWrite[] = []
  const unlisted: { id: string; label: string | null; state: string }[] = []
  const claimed: projections.ClaimWrite[] = []
  const released: string[] = []
  for (const { entity, claims, hasSku, time } of touched) {
    const shown = shownEntity(entity)
    const state = writeEntityState(entity)
    if (shown) listed.push({ ...shown, state })
    else unlisted.push({ id: entity.id, label: entity.known?.label ?? null, state })
    const now = claimsOf(entity)
    for (const [id, claim] of now) if (!claims.has(id)) claimed.push(claim)
    const gone = [...claims.values()].filter(({ id }) => !now.has(id))
    released.push(...gone.map(({ id }) => id))
    markEntity(changes, entity, gone, time)
    if (entity.type !== 'sku') continue
    const hasSkuNow = hasSkuLink(organization, entity)
    linkToStyle(links, hasSku, hasSkuNow)
    // Open production of a SKU that changes its style was looked at with the style that it had.
    if (hasSku && hasSku.fromId !== hasSkuNow?.fromId) mark(changes, ['style', hasSku.fromId], time)
  }
  if (listed.length > 0) write(projections.listEntities, { rows: listed })
  if (unlisted.length > 0) write(projections.unlistEntities, { rows: unlisted })
  if (claimed.length > 0) write(projections.writeClaims, { rows: claimed })
  if (released.length > 0) write(projections.deleteClaims, { ids: released })
}

/** Whoever uses a code that the entity no longer claims may belong to another one now. */
function markEntity(
  changes: Changes,
  { id, type }: HeldEntity,
  gone: readonly projections.ClaimWrite[],
  time: string,
): void {
  if (type === 'bom_publication') return
  mark(changes, [type, id], time)
  const owned = type === 'supplier' ? 'factory' : type
  for (const { system, kind, value } of gone) mark(changes, ['code', owned, system, kind, value], time)
}

function linkToStyle(links: LinkWrites, before: LinkContent | null, after: LinkContent | null): void {
  const id = (after ?? before)?.id
  const isSame = before?.doc === after?.doc && before?.fromId === after?.fromId
  if (id && !isSame) writeLink(links, id, before, after, null)
  else if (after) links.present.add(after.fromId)
}
