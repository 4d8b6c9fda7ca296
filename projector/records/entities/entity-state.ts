import type { Entity, ExternalReference } from '../../../schemas/graph/entities.ts'
import type { EntityType } from '../../../schemas/graph/entity-types.ts'
import { type EntityState, storedEntity, storedEntityState } from '../../../schemas/stored/entity.ts'
import type { TextOf } from '../../../schemas/stored/stored-document.ts'
import { readVersion, shownRecord, sortedVersions, writeVersion } from '../versions.ts'
import { codeKey, type LockedEntity, newEntity, sortedReferences } from './entity.ts'
import type { EntityContent } from './entity-content.ts'

/** Builds the entity from its stored document and state. Both are null for a stub. */
export function readEntity(
  id: string,
  type: EntityType,
  doc: TextOf<Entity> | null,
  state: TextOf<EntityState> | null,
): LockedEntity {
  if (state === null) return newEntity(id, type)
  const { records = {}, shown, known, hidden } = storedEntityState.readChecked(state)
  const document = doc === null ? null : storedEntity.readChecked(doc)
  const past = hidden ?? { ...required(document, id), references: required(document, id).externalReferences }
  const locked: LockedEntity = {
    id,
    type,
    versions: new Map(),
    references: new Map(past.references.map((code) => [codeKey(code), { ...code, isPrimary: false }])),
    known: known ?? null,
    revision: past.revision,
    createdAt: past.createdAt,
    updatedAt: past.updatedAt,
  }
  for (const [key, { c, moved, style, content, ...stored }] of Object.entries(records)) {
    const base = key === shown ? document : content
    if (key === shown && document && !known) locked.known = { label: document.label, time: stored.t, key }
    const codes = (c ?? []).map((index) => codeOf(past.references[index]))
    const whole = base ? { ...pick(base), codes, styleId: style ?? null } : null
    const version = { ...readVersion(stored), content: whole }
    locked.versions.set(key, moved === undefined ? version : { ...version, movedTo: moved })
  }
  return locked
}

/** Returns the state to store next to the document of `shownEntity`. */
export function writeEntityState(locked: LockedEntity): TextOf<EntityState> {
  const newest = shownRecord(locked.versions)
  const shown = newest?.key ?? null
  const references = sortedReferences(locked)
  const position = new Map(references.map((code, index) => [codeKey(code), index]))
  const records: NonNullable<EntityState['records']> = {}
  for (const [key, { movedTo, content, ...version }] of sortedVersions(locked.versions)) {
    records[key] = writeVersion(version)
    if (movedTo !== undefined) records[key].moved = movedTo
    if (!content) continue
    records[key].c = content.codes.map((code) => position.get(codeKey(code)) ?? -1)
    if (content.styleId) records[key].style = content.styleId
    if (key !== shown) records[key].content = pick(content)
  }
  const { known, revision, createdAt, updatedAt } = locked
  const state: EntityState = { records, shown }
  if (known && (known.key !== newest?.key || known.time !== newest.time)) state.known = known
  if (!shown) state.hidden = { references, revision, createdAt, updatedAt }
  return storedEntityState.write(state)
}

function pick({ label, lifecycleState, attributes }: Pick<EntityContent, 'label' | 'lifecycleState' | 'attributes'>) {
  return { label, lifecycleState, attributes }
}

function codeOf(reference: ExternalReference | undefined) {
  if (!reference) throw new Error('The stored state names a reference that the document does not have')
  const { system, instance, kind, value } = reference
  return { system, instance, kind, value }
}

function required(document: Entity | null, id: string): Entity {
  if (!document) throw new Error(`Entity ${id} is visible by its state, but has no document`)
  return document
}
