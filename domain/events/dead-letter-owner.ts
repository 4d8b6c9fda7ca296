import { OrganizationKey } from '../../schemas/common.ts'
import type { Organization } from '../../schemas/credentials.ts'
import { Envelope } from '../../schemas/records/record-events.ts'
import { claimedAttributes, type RawRecord } from './decode-envelope.ts'

/** The attribution of a rejected record to organizations. */
export interface LetterOwner {
  /**
   * The only organization to which the record can belong, or null if that is not certain. Only this organization may
   * see the dead letter.
   */
  organization: string | null
  /** Keys of all organizations that the record names. An operator finds the dead letter under each of them. */
  named: string[]
}

/** What is known of an organization to which a record may belong. */
export type Known = Pick<Organization, 'key' | 'allowedSources'>

/**
 * Attributes a rejected record to an organization. The record's contents are unverified, so it is only attributed if
 * nothing contradicts: its key and its `tenantid` name the same organization, or one of them names none. If both name
 * none, the source decides. For an operator, the organizations that list the source count (`tda organizations
 * allow-source`). The record belongs to such an organization if no other accepts the source, including those that
 * accept every source.
 */
export function ownerOf(record: RawRecord, organizations: readonly Known[]): LetterOwner {
  const { tenantid, source } = claimedAttributes(record)
  const named = [...new Set([namedByKey(record, organizations), keyOrNull(tenantid)])].filter((key) => key !== null)
  if (named.length > 0) return { organization: only(named), named: named.sort() }
  if (!Envelope.shape.source.safeParse(source).success) return { organization: null, named: [] }
  const accepting = organizations.filter(({ allowedSources }) => allowedSources?.includes(source ?? '') ?? true)
  const listing = accepting.filter(({ allowedSources }) => allowedSources !== null).map(({ key }) => key)
  return { organization: accepting.length === 1 ? only(listing) : null, named: listing.sort() }
}

/**
 * Whether the key of a record names another organization. Then the record cannot belong to this one, whatever its value
 * contains: an event with another `tenantid` than its key is rejected without an owner.
 */
export function isOfAnother(record: RawRecord, organization: string, organizations: readonly Known[]): boolean {
  const named = namedByKey(record, organizations)
  return named !== null && named !== organization
}

/** The texts in a record that have the form of an organization key and may be one: from its key and its `tenantid`. */
export function possibleKeys(record: RawRecord): string[] {
  const [first] = record.key?.toString('utf8').split('/') ?? []
  const keys = [keyOrNull(first), keyOrNull(claimedAttributes(record).tenantid)]
  return [...new Set(keys)].filter((key) => key !== null)
}

/**
 * Returns the part of the key before the first slash. A key without a slash counts only if it is the key of an
 * organization.
 */
function namedByKey({ key }: RawRecord, organizations: readonly Known[]): string | null {
  const [first, ...rest] = key?.toString('utf8').split('/') ?? []
  const named = keyOrNull(first)
  return rest.length > 0 || organizations.some((known) => known.key === named) ? named : null
}

function keyOrNull(text: string | undefined): string | null {
  return OrganizationKey.safeParse(text).success ? (text ?? null) : null
}

function only(keys: readonly string[]): string | null {
  const [first = null] = keys
  return keys.length === 1 ? first : null
}
