import { parse, v5 } from 'uuid'

/** Stored as bytes, because a text would be parsed again for each ID. */
const NAMESPACE = parse('b0a1c6f2-5d0e-4e57-9c1f-2f6d8a3e7c41')

/** The identity of a record in its source. */
export interface RecordIdentity {
  system: string
  instance: string
  recordId: string
}

/**
 * The canonical ID of a record: the UUIDv5 of the JSON array `[organization, type, system, instance, recordId]` in NFC
 * without spaces. It needs no lookup and does not depend on the order of arrival.
 */
export function canonicalId(organization: string, type: string, record: RecordIdentity): string {
  const name = JSON.stringify([organization, type, record.system, record.instance, record.recordId])
  return v5(Buffer.from(name.normalize('NFC')), NAMESPACE)
}

/** The ID of something derived from an entity, for example of a SKU's HAS_SKU link. */
export function derivedId(organization: string, type: string, entityId: string): string {
  return canonicalIdOf([organization, type, entityId])
}

/** The ID of anything else that these words identify. The first word is the organization. */
export function canonicalIdOf(words: readonly string[]): string {
  return v5(Buffer.from(JSON.stringify(words)), NAMESPACE)
}
