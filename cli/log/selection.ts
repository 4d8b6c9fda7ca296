import { type Known, ownerOf } from '../../domain/events/dead-letter-owner.ts'
import { claimedAttributes, jsonOf, type RawRecord } from '../../domain/events/decode-envelope.ts'

/** The records to copy: those of one organization, all except those of one organization, or all. */
export type LogScope = { kind: 'only' | 'without'; organization: string } | { kind: 'all' }

/** Whether a record is copied, and whether it names no registered organization. */
export interface Selected {
  isTaken: boolean
  isUnattributed: boolean
}

const taken: Selected = { isTaken: true, isUnattributed: false }

/**
 * Returns the rule by which records are copied. Records belong to organizations by the same rule as their dead letters,
 * which for valid events is the organization that the projector applies them to.
 * - `only` takes the records that certainly belong to the organization.
 * - `without` leaves out every record that names the organization, even together with another one. No projector applies
 *   such a record. A record that names no registered organization is left out, too, if its contents mention the key.
 */
export function selectionOf(scope: LogScope, organizations: readonly Known[]): (record: RawRecord) => Selected {
  if (scope.kind === 'all') return () => taken
  const key = scope.organization
  const registered = new Set(organizations.map((known) => known.key))
  return (record) => {
    const { organization, named } = ownerOf(record, organizations)
    const isUnattributed = !named.some((name) => registered.has(name))
    if (scope.kind === 'only') return { isTaken: organization === key, isUnattributed }
    return { isTaken: !named.includes(key) && !(isUnattributed && mentions(record, named, key)), isUnattributed }
  }
}

/**
 * Returns whether a record that names no registered organization mentions the key as a word, in any capitalization. If
 * it names an organization that is not registered yet, its data may become readable later and belongs to that
 * organization, so only its key, headers, and envelope count.
 */
function mentions(record: RawRecord, named: readonly string[], key: string): boolean {
  const headers = Object.entries(record.headers).flatMap(([name, values]) => [name, ...[values].flat().map(textOf)])
  const contents = named.length > 0 ? Object.values(claimedAttributes(record)) : contentsOf(record.value)
  return [textOf(record.key), ...headers, ...contents].some((text) => hasWord(text.toLowerCase(), key))
}

/** The contents as text: as sent, and if they are JSON, also with its escapes resolved. */
function contentsOf(value: Buffer | null): string[] {
  return [textOf(value), JSON.stringify(jsonOf(value)) ?? '']
}

/** Reads bytes as one character each. Without zero bytes, this also finds ASCII text that was sent as UTF-16. */
function textOf(bytes: Buffer | string | null | undefined): string {
  if (bytes === null || bytes === undefined) return ''
  return (typeof bytes === 'string' ? bytes : bytes.toString('latin1')).replaceAll('\0', '')
}

const KEY_CHARACTER = /[a-z0-9]/

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = [text.charAt(at - 1), text.charAt(at + word.length)]
    if (!around.some((character) => KEY_CHARACTER.test(character))) return true
  }
  return false
}
