import type { ClaimWrite, EntityWrite } from '../../cypher/projections.ts'
import { foldWords } from '../../cypher/words.ts'
import type { CodeReference } from '../../schemas/as-sent.ts'
import type { RecordEvent } from '../../schemas/decode-event.ts'
import type { entityKinds } from '../../schemas/events.ts'
import { type EntityType, type ExternalReference, naturalKeys } from '../../schemas/graph.ts'
import { canonicalId } from '../../schemas/identity.ts'
import { contentOf, type EntityContent } from './entity-content.ts'
import { applyStatement, recordKeyOf, shownRecord, type Versions } from './versions.ts'

export type EntityEvent = Extract<RecordEvent, { kind: (typeof entityKinds)[number] }>

/** An entity as the projector holds it between events: everything that its next state depends on. */
export interface HeldEntity {
  id: string
  type: EntityType
  versions: Versions<EntityContent>
  references: Map<string, ExternalReference>
  /** The label that links still show when every record was deleted: that of the newest upsert, by time and record key. */
  known: { label: string; time: string; key: string } | null
  revision: number
  createdAt: string
  updatedAt: string
}

export function newEntity(id: string, type: EntityType): HeldEntity {
  const nothing = { references: new Map(), known: null, revision: 0, createdAt: '', updatedAt: '' }
  return { id, type, versions: new Map(), ...nothing }
}

/** The entity of the record itself, and the one that it speaks for when it says `canonicalOf`. */
export function entityIdsOf(event: EntityEvent): { ownId: string; targetId: string | null } {
  const { organization, kind, record, data } = event
  const ownId = canonicalId(organization, kind, record)
  if (data === null) return { ownId, targetId: null }
  return { ownId, targetId: data.canonicalOf ? canonicalId(organization, kind, data.canonicalOf) : ownId }
}

/**
 * Applies an event in place to the entities that it concerns.
 * @returns what it said, null in a deletion; undefined when it is stale
 */
export function applyEntityEvent(
  entity: (id: string) => HeldEntity,
  event: EntityEvent,
): EntityContent | null | undefined {
  const content = event.data === null ? null : contentOf(event)
  const { time, version } = event
  const key = recordKeyOf(event.record)
  const applied = applyStatement((id) => entity(id).versions, { key, ...entityIdsOf(event), version, time, content })
  if (!applied) return undefined
  if (applied.leftId !== null) countChange(entity(applied.leftId), time)
  const held = entity(applied.id)
  countChange(held, time)
  if (content && isNewer({ time, key }, held.known)) held.known = { label: content.label, time, key }
  for (const code of content?.codes ?? []) see(held.references, code, time)
  return content
}

function countChange(held: HeldEntity, time: string): void {
  held.revision += 1
  if (held.createdAt === '' || time < held.createdAt) held.createdAt = time
  if (time > held.updatedAt) held.updatedAt = time
}

/** Versions of one record come in order, so that of two at the same time the later one counts. */
function isNewer({ time, key }: { time: string; key: string }, known: HeldEntity['known']): boolean {
  return known === null || time > known.time || (time === known.time && key >= known.key)
}

function see(references: HeldEntity['references'], code: CodeReference, time: string): void {
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

/** What readers see of an entity, or null when every record behind it was deleted. */
export function shownEntity(held: HeldEntity): Omit<EntityWrite, 'state'> | null {
  const shown = shownRecord(held.versions)
  if (!shown) return null
  const { label, lifecycleState, attributes, codes } = shown.content
  const primary = codeKey(codes[0] as CodeReference)
  const doc = {
    id: held.id,
    type: held.type,
    label,
    lifecycleState,
    externalReferences: sortedReferences(held).map((code) => ({ ...code, isPrimary: codeKey(code) === primary })),
    attributes,
    revision: held.revision,
    createdAt: held.createdAt,
    updatedAt: held.updatedAt,
  }
  const code = String(attributes[naturalKeys[held.type]])
  const words = foldWords(label).join(' ')
  const codeWords = foldWords(code).join(' ').slice(0, MAX_CODE_WORDS)
  return { id: held.id, label, words, codeWords, doc: JSON.stringify(doc) }
}

/** Folding makes up to 18 letters of one, and an index of Neo4j takes at most 8,000 bytes a value. */
const MAX_CODE_WORDS = 1000

/** In an order that does not depend on the order of arrival. */
export function sortedReferences(held: HeldEntity): ExternalReference[] {
  const sorted = [...held.references].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([, code]) => code)
}

/**
 * The codes that a live entity claims: those of all its live records. A record's own id is no claim, because identity
 * follows from it and nobody else can have it.
 */
export function claimsOf(held: HeldEntity): Map<string, ClaimWrite> {
  const claims = new Map<string, ClaimWrite>()
  for (const { content } of held.versions.values()) {
    for (const code of content?.codes ?? []) {
      if (code.kind === 'record_id') continue
      const id = `${held.id}/${codeKey(code)}`
      claims.set(id, { id, entityId: held.id, ...code })
    }
  }
  return claims
}
