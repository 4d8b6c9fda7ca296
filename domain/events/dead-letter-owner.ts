import { OrganizationKey } from '../../schemas/common.ts'
import type { Organization } from '../../schemas/credentials.ts'
import { Envelope } from '../../schemas/records/record-events.ts'
import { claimedAttributes, type RawRecord } from './decode-envelope.ts'

/** The organization of a rejected record. */
export interface LetterOwner {
  /** The only one whom it can belong to; null where that is not certain. Only this one may be shown the letter. */
  organization: string | null
  /** All that it names, by key; an operator finds it under each of them. */
  named: string[]
}

type Known = Pick<Organization, 'key' | 'allowedSources'>

/**
 * Tells whose a record is that cannot be used. All that it says was written by its producer and nothing of it holds for
 * certain, so that it belongs to an organization only when nothing contradicts: its key and its `tenantid` name one and
 * the same, or one of them names no organization. Only if both name none, the source counts: to an operator those that list it
 * (`tda organizations allow-source`), and it belongs to the one that does when no other accepts it, not even by
 * accepting every source.
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

/** What precedes the first slash; a key without one may be anything else, unless an organization is called so. */
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
