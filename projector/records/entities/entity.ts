import type { ClaimWrite, EntityWrite } from '../../../cypher/graph/write-graph.ts'
import { canonicalId } from '../../../domain/identity/identity.ts'
import { foundBy } from '../../../domain/search/found-by.ts'
import { storedWords } from '../../../domain/search/stored-words.ts'
import type { Entity, ExternalReference } from '../../../schemas/graph/entities.ts'
import { type EntityType, entityTypes, type SentEntityType } from '../../../schemas/graph/entity-types.ts'
import { storedEntity } from '../../../schemas/stored/entity.ts'
import type { CodeReference } from '../../../schemas/values/as-sent.ts'
import type { EventOf } from '../record-type.ts'
import { applyStatement, recordKeyOf, shownRecord, type Versions } from '../versions.ts'
import { contentOf, type EntityContent, valuesOf } from './entity-content.ts'

export type EntityEvent = EventOf<SentEntityType>

/** An entity while a batch is applied, with everything that its next state depends on. */
export interface LockedEntity {
  id: string
  type: EntityType
  versions: Versions<EntityContent>
  references: Map<string, ExternalReference>
  /**
   * The label that links show after every record was deleted. It comes from the newest upsert, by time and then record
   * key.
   */
  known: { label: string; time: string; key: string } | null
  revision: number
  createdAt: string
  updatedAt: string
}

export function newEntity(id: string, type: EntityType): LockedEntity {
  const nothing = { references: new Map(), known: null, revision: 0, createdAt: '', updatedAt: '' }
  return { id, type, versions: new Map(), ...nothing }
}

/** Returns the ID of the record's own entity, and of the entity to which `canonicalOf` assigns the record. */
export function entityIdsOf(event: EntityEvent): { ownId: string; targetId: string | null } {
  const { organization, kind, record, data } = event
  const ownId = canonicalId(organization, kind, record)
  if (data === null) return { ownId, targetId: null }
  return { ownId, targetId: data.canonicalOf ? canonicalId(organization, kind, data.canonicalOf) : ownId }
}

/**
 * Applies an event in place to its entities.
 * @returns the content of the event, null for a deletion; undefined when the event is stale
 */
export function applyEntityEvent(
  entity: (id: string) => LockedEntity,
  event: EntityEvent,
): EntityContent | null | undefined {
  const content = event.data === null ? null : contentOf(event)
  const { time, version } = event
  const key = recordKeyOf(event.record)
  const applied = applyStatement((id) => entity(id).versions, {
    key,
    ...entityIdsOf(event),
    version,
    time,
    content,
    valuesOf: (fields) => valuesOf(event.kind, fields),
  })
  if (!applied) return undefined
  if (applied.leftId !== null) countChange(entity(applied.leftId), time)
  const locked = entity(applied.id)
  countChange(locked, time)
  if (content && isNewer({ time, key }, locked.known)) locked.known = { label: content.label, time, key }
  for (const code of content?.codes ?? []) see(locked.references, code, time)
  return content
}

function countChange(locked: LockedEntity, time: string): void {
  locked.revision += 1
  if (locked.createdAt === '' || time < locked.createdAt) locked.createdAt = time
  if (time > locked.updatedAt) locked.updatedAt = time
}

/** Versions of one record arrive in order, so of two with the same time and key the later one counts. */
function isNewer({ time, key }: { time: string; key: string }, known: LockedEntity['known']): boolean {
  return known === null || time > known.time || (time === known.time && key >= known.key)
}

function see(references: LockedEntity['references'], code: CodeReference, time: string): void {
  const key = codeKey(code)
  const seen = references.get(key)
  references.set(key, {
    ...code,
    isPrimary: false,
    firstSeenAt: seen && seen.firstSeenAt < time ? seen.firstSeenAt : time,
    lastSeenAt: seen && seen.lastSeenAt > time ? seen.lastSeenAt : time,
  })
}

export function codeKey({ system, instance, kind, value }: CodeReference): string {
  return `${system}/${instance}/${kind}/${value}`
}

/** Returns what readers see of an entity, or null when all of its records were deleted. */
export function shownEntity(organization: string, locked: LockedEntity): Omit<EntityWrite, 'state'> | null {
  const shown = shownRecord(locked.versions)
  if (!shown) return null
  const { label, lifecycleState, attributes, codes } = shown.content
  const primary = codeKey(codes[0] as CodeReference)
  // Attributes are not validated here, because they were validated when the event was decoded.
  const doc: object = {
    id: locked.id,
    type: locked.type,
    label,
    lifecycleState,
    externalReferences: sortedReferences(locked).map((code) => ({ ...code, isPrimary: codeKey(code) === primary })),
    attributes,
    revision: locked.revision,
    createdAt: locked.createdAt,
    updatedAt: locked.updatedAt,
  }
  const code = String(attributes[entityTypes[locked.type].naturalKey])
  const season = locked.type === 'style' && typeof attributes.season === 'string' ? attributes.season : null
  const entity = doc as Entity
  const current = currentCodes(locked)
  const filtered = {
    lifecycleState,
    season,
    updatedAt: locked.updatedAt,
    foundBy: foundBy(organization, entity, (reference) => !current.has(codeKey(reference))),
  }
  return { id: locked.id, label, ...storedWords(label, code), ...filtered, doc: storedEntity.write(entity) }
}

/** Sorted, so that the result does not depend on the order of arrival. */
export function sortedReferences(locked: LockedEntity): ExternalReference[] {
  const sorted = [...locked.references].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([, code]) => code)
}

/** The codes that live records have, by key. Each record has at least one, its own ID. */
function currentCodes({ versions }: LockedEntity): Set<string> {
  const live = [...versions.values()].flatMap(({ content }) => content ?? [])
  return new Set(live.flatMap(({ codes }) => codes.map(codeKey)))
}

/**
 * Returns the codes that lead to a live entity: the current ones of its live records, and its former ones, which count
 * only if no entity has them now. A record's own ID is left out: the entity ID follows from it, so no other entity can
 * have it.
 */
export function claimsOf(locked: LockedEntity): Map<string, ClaimWrite> {
  const current = currentCodes(locked)
  const known = current.size > 0 ? [...locked.references] : []
  return new Map(
    known.flatMap(([key, { system, instance, kind, value }]) => {
      if (kind === 'record_id') return []
      const id = `${locked.id}/${key}`
      const former = current.has(key) ? null : (true as const)
      return [[id, { id, entityId: locked.id, system, instance, kind, value, former }] as const]
    }),
  )
}
