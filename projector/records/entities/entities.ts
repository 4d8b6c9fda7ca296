import * as projections from '../../../cypher/graph/write-graph.ts'
import type { EntityType } from '../../../schemas/graph/entity-types.ts'
import { type Changes, invalidate } from '../changes.ts'
import { type LinkContent, skuLinkOf } from '../links/link.ts'
import { linkChange } from '../links/link-change.ts'
import { type LinkWrites, writeLink } from '../links/link-writes.ts'
import { type Batch, recordType } from '../record-type.ts'
import { movedTo } from '../versions.ts'
import type { Write } from '../writes.ts'
import {
  applyEntityEvent,
  claimsOf,
  type EntityEvent,
  entityIdsOf,
  type LockedEntity,
  newEntity,
  shownEntity,
} from './entity.ts'
import { entityChange, type SeenEntity, seenEntity } from './entity-change.ts'
import { readEntity, writeEntityState } from './entity-state.ts'

interface LockedEntityRow {
  entity: LockedEntity
  before: EntityFacts
  /** What readers see after the events so far. */
  seen: SeenEntity & { skuLink: LinkContent | null }
  isChanged: boolean
}

/**
 * The facts that other data depends on: whether readers see the entity, the codes that lead to it, and its link to a
 * style.
 */
interface EntityFacts {
  isShown: boolean
  claims: ReadonlyMap<string, projections.ClaimWrite>
  skuLink: LinkContent | null
}

interface Changed extends LockedEntityRow {
  shown: ReturnType<typeof shownEntity>
  now: EntityFacts
}

type Locked = Map<string, LockedEntityRow>

export const entities = recordType<EntityEvent, Locked>({
  isConnected: false,
  lock: lockEntities,
  fold(locked, event, { organization, changes, recordChange }) {
    const ids = new Set<string>()
    const entity = (id: string) => {
      ids.add(id)
      return rowOf(locked, id, event.kind).entity
    }
    const applied = applyEntityEvent(entity, event)
    if (applied === undefined) return false
    for (const id of ids) {
      const row = rowOf(locked, id, event.kind)
      const before = row.seen
      row.isChanged = true
      row.seen = seenOf(organization, row.entity)
      recordChange(event, entityChange(event, id, before, row.seen))
      recordChange(event, linkChange(event, before.skuLink, row.seen.skuLink))
    }
    if (applied?.styleId) changes.links.named.set(applied.styleId, 'style')
    return true
  },
  write(locked, { organization, write, changes }) {
    const changed = [...locked.values()].filter(({ isChanged }) => isChanged).map((row) => changedOf(organization, row))
    writeEntities(write, changed)
    for (const one of changed) {
      if (one.entity.type === 'sku') linkToStyle(changes.links, one.before.skuLink, one.now.skuLink)
      invalidateEntity(changes, one)
    }
  },
})

function seenOf(organization: string, entity: LockedEntity): LockedEntityRow['seen'] {
  return { ...seenEntity(entity), skuLink: skuLinkOf(organization, entity) }
}

function changedOf(organization: string, row: LockedEntityRow): Changed {
  const shown = shownEntity(organization, row.entity)
  const { skuLink } = row.seen
  return { ...row, shown, now: { isShown: shown !== null, claims: claimsOf(row.entity), skuLink } }
}

function rowOf(locked: Locked, id: string, type: EntityType): LockedEntityRow {
  const nothing = { isShown: false, claims: new Map(), skuLink: null }
  const unseen = { revision: 0, content: null, codes: 0, skuLink: null }
  const found = locked.get(id) ?? { entity: newEntity(id, type), before: nothing, seen: unseen, isChanged: false }
  locked.set(id, found)
  return found
}

/** Locks the entities that events name, and those to which their records were moved by `canonicalOf`. */
async function lockEntities({ run, organization }: Batch, events: readonly EntityEvent[]): Promise<Locked> {
  const locked: Locked = new Map()
  let wanted = new Map<string, EntityType>()
  for (const event of events) {
    const { ownId, targetId } = entityIdsOf(event)
    wanted.set(ownId, event.kind)
    if (targetId) wanted.set(targetId, event.kind)
  }
  while (wanted.size > 0) {
    const rows = [...wanted].map(([id, type]) => ({ id, type })).sort((a, b) => (a.id < b.id ? -1 : 1))
    const next = new Map<string, EntityType>()
    for (const { id, doc, state } of await run(projections.lockEntities, organization, { rows })) {
      const type = wanted.get(id) ?? 'style'
      const entity = readEntity(id, type, doc, state)
      const seen = seenOf(organization, entity)
      const before = { isShown: doc !== null, claims: claimsOf(entity), skuLink: seen.skuLink }
      locked.set(id, { entity, before, seen, isChanged: false })
      for (const other of movedTo(entity.versions)) if (!wanted.has(other) && !locked.has(other)) next.set(other, type)
    }
    wanted = next
  }
  return locked
}

function writeEntities(write: Write, changed: readonly Changed[]): void {
  const published: projections.EntityWrite[] = []
  const unpublished: (Pick<projections.EntityWrite, 'id' | 'state'> & { label: string | null })[] = []
  const claimed: projections.ClaimWrite[] = []
  const released: string[] = []
  for (const { entity, shown, before, now } of changed) {
    const state = writeEntityState(entity)
    if (shown) published.push({ ...shown, state })
    else unpublished.push({ id: entity.id, label: entity.known?.label ?? null, state })
    for (const [id, claim] of now.claims) if (before.claims.get(id)?.former !== claim.former) claimed.push(claim)
    for (const id of before.claims.keys()) if (!now.claims.has(id)) released.push(id)
  }
  if (published.length > 0) write(projections.publishEntities, { rows: published })
  if (unpublished.length > 0) write(projections.unpublishEntities, { rows: unpublished })
  if (claimed.length > 0) write(projections.writeClaims, { rows: claimed })
  if (released.length > 0) write(projections.deleteClaims, { ids: released })
}

/**
 * Adds the invalidations of a changed entity. A material or supplier invalidates its matches with every event.
 * References by code are resolved again if the code may lead to another entity. All codes are, if the entity became
 * visible or invisible, or moved to another style.
 */
function invalidateEntity(changes: Changes, { entity: { id, type }, before, now }: Changed): void {
  if (type === 'bom_publication') return
  const all = [...new Map([...before.claims, ...now.claims]).values()]
  const changed = all.filter((claim) => before.claims.get(claim.id)?.former !== now.claims.get(claim.id)?.former)
  if (type === 'style') invalidate(changes, { kind: 'style', id })
  if (type === 'material' || type === 'supplier') {
    invalidate(changes, { kind: 'entity', id })
    // Records that carry a code which the entity has now are covered by the `entity` invalidation. The others are found
    // by the code.
    const weaker = changed.filter((claim) => now.claims.get(claim.id)?.former !== null)
    for (const { kind, value } of weaker) invalidate(changes, { kind: 'carriers', codeKind: kind, value })
  }
  const isMeantOtherwise = before.isShown !== now.isShown || before.skuLink?.fromId !== now.skuLink?.fromId
  // Every code of a supplier leads to all factories that it operates, so one changed code affects them all.
  const isWhole = isMeantOtherwise || (type === 'supplier' && changed.length > 0)
  if (isWhole) invalidate(changes, { kind: 'code', codeKind: 'id', value: id })
  for (const { kind, value } of isWhole ? all : changed) invalidate(changes, { kind: 'code', codeKind: kind, value })
}

function linkToStyle(links: LinkWrites, before: LinkContent | null, after: LinkContent | null): void {
  const id = (after ?? before)?.id
  const isSame = before?.doc === after?.doc && before?.fromId === after?.fromId
  if (id && !isSame) writeLink(links, id, before, after, null)
  else if (after) links.present.add(after.fromId)
}
