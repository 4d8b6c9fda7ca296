import { z } from 'zod'
import { Entity, type EntityType, ExternalReference } from '../../schemas/graph.ts'
import { codeKey, type HeldEntity, newEntity, sortedReferences } from './entity.ts'
import type { EntityContent } from './entity-content.ts'
import { shownRecord, sortedVersions } from './versions.ts'

const Content = z.object({
  label: z.string(),
  lifecycleState: z.string(),
  attributes: z.record(z.string(), z.unknown()),
})

/**
 * What is stored beside the published document: the versions of each record and the positions of its codes among the
 * references. The content of the record that is shown stands in the document and is not stored twice.
 */
const State = z.object({
  records: z.record(
    z.string(),
    z.object({
      v: z.string(),
      t: z.string(),
      c: z.array(z.int()).optional(),
      moved: z.string().optional(),
      style: z.string().optional(),
      content: Content.optional(),
    }),
  ),
  shown: z.string().nullable(),
  /** Only where it is not that of the shown record. */
  known: z.object({ label: z.string(), time: z.string(), key: z.string() }).optional(),
  /** Of a deleted entity, which has no document. */
  hidden: z
    .object({
      references: z.array(ExternalReference),
      revision: z.int(),
      createdAt: z.string(),
      updatedAt: z.string(),
    })
    .optional(),
})
type State = z.infer<typeof State>

/** What is held of an entity, from its stored document and state; both are null for a stub. */
export function readEntity(id: string, type: EntityType, doc: string | null, state: string | null): HeldEntity {
  if (state === null) return newEntity(id, type)
  const { records, shown, known, hidden } = State.parse(JSON.parse(state))
  const document = doc === null ? null : Entity.parse(JSON.parse(doc))
  const past = hidden ?? { ...required(document, id), references: required(document, id).externalReferences }
  const held: HeldEntity = {
    id,
    type,
    versions: new Map(),
    references: new Map(past.references.map((code) => [codeKey(code), { ...code, isPrimary: false }])),
    known: known ?? null,
    revision: past.revision,
    createdAt: past.createdAt,
    updatedAt: past.updatedAt,
  }
  for (const [key, { v, t, c, moved, style, content }] of Object.entries(records)) {
    const base = key === shown ? document : content
    if (key === shown && document && !known) held.known = { label: document.label, time: t, key }
    const codes = (c ?? []).map((index) => codeOf(past.references[index]))
    const whole = base ? { ...pick(base), codes, styleId: style ?? null } : null
    const version = { version: BigInt(v), time: t, content: whole }
    held.versions.set(key, moved === undefined ? version : { ...version, movedTo: moved })
  }
  return held
}

/** The state to store beside the document of `shownEntity`. */
export function writeEntityState(held: HeldEntity): string {
  const newest = shownRecord(held.versions)
  const shown = newest?.key ?? null
  const references = sortedReferences(held)
  const position = new Map(references.map((code, index) => [codeKey(code), index]))
  const records: State['records'] = {}
  for (const [key, { version, time, movedTo, content }] of sortedVersions(held.versions)) {
    records[key] = { v: String(version), t: time }
    if (movedTo !== undefined) records[key].moved = movedTo
    if (!content) continue
    records[key].c = content.codes.map((code) => position.get(codeKey(code)) ?? -1)
    if (content.styleId) records[key].style = content.styleId
    if (key !== shown) records[key].content = pick(content)
  }
  const { known, revision, createdAt, updatedAt } = held
  const state: State = { records, shown }
  if (known && (known.key !== newest?.key || known.time !== newest.time)) state.known = known
  if (!shown) state.hidden = { references, revision, createdAt, updatedAt }
  return JSON.stringify(state)
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
  if (!document) throw new Error(`Entity ${id} has a state that says it is shown, and no document`)
  return document
}
