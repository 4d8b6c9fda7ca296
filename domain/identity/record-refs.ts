import type { CodeAsReference, EntityOrCode, RecordOrCode } from '../../schemas/records/connected-data.ts'
import { canonicalId, type RecordIdentity } from './identity.ts'

/** A stored reference of a position or requirement. It is resolved again when the owner of a code changes. */
export type StoredRef =
  | { kind: 'id'; id: string }
  | { kind: 'code'; system: string | null; codeKind: string; value: string }
  | { kind: 'record'; system: string; instance: string; recordId: string }

/**
 * Formats the reference: `id:<uuid>`, `code:<system or *>:<kind>:<value>` or `record:<system>:<instance>:<recordId>`.
 */
export function refText(ref: StoredRef): string {
  if (ref.kind === 'id') return `id:${ref.id}`
  if (ref.kind === 'code') return `code:${ref.system ?? '*'}:${ref.codeKind}:${ref.value}`
  return `record:${ref.system}:${ref.instance}:${ref.recordId}`
}

/** Parses a reference. @throws Error when `refText` did not create the text */
export function readRef(text: string): StoredRef {
  const [kind = '', a = '', b = '', ...rest] = text.split(':')
  const last = rest.join(':')
  if (kind === 'id') return { kind, id: a }
  if (kind === 'code') return { kind, system: a === '*' ? null : a, codeKind: b, value: last }
  if (kind === 'record') return { kind, system: a, instance: b, recordId: last }
  throw new Error(`${text} is not a stored reference`)
}

/** The reference without its system: `kind:value` of a code, `record_id:<recordId>` of a record, and `id:<uuid>`. */
export function codeNamed(text: string): string {
  const ref = readRef(text)
  if (ref.kind === 'id') return text
  return ref.kind === 'code' ? `${ref.codeKind}:${ref.value}` : `record_id:${ref.recordId}`
}

/**
 * Converts a sent reference to an entity, or a sent code, to a stored reference. `own` is the record that contains it.
 */
export function entityRef(organization: string, type: string, sent: EntityOrCode, own: RecordIdentity): StoredRef {
  if (!('recordId' in sent)) return codeRef(sent)
  const { system = own.system, instance = own.instance, recordId, canonicalOf } = sent
  return { kind: 'id', id: canonicalId(organization, type, canonicalOf ?? { system, instance, recordId }) }
}

/** Converts a sent reference to a source record, or a sent code, to a stored reference. */
export function recordRef(sent: RecordOrCode, own: RecordIdentity): StoredRef {
  if (!('recordId' in sent)) return codeRef(sent)
  const { system = own.system, instance = own.instance, recordId } = sent
  return { kind: 'record', system, instance, recordId }
}

/** The text by which people know the referenced object: the code, or the record ID in its source. */
export function codeOfSent(sent: EntityOrCode | RecordOrCode): string {
  return 'recordId' in sent ? sent.recordId : sent.value
}

function codeRef({ system = undefined, kind, value }: CodeAsReference): StoredRef {
  return { kind: 'code', system: system ?? null, codeKind: kind, value }
}
