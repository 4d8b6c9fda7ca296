import { printable, printableText } from '../../domain/text/printable.ts'
import type { RecordHeaders } from '../../kafka/records.ts'
import type { DeadLetter, DeadLetterRecord } from './dead-letters.ts'

/** A dead letter as a row of a table. */
export function deadLetterColumns(deadLetter: DeadLetter): Record<string, unknown> {
  const { position, at, reason, type, subject, key, topic, partition, offset, detail } = deadLetter
  return {
    position,
    at,
    reason,
    organization: ownerText(deadLetter),
    type: short(type),
    subject: short(subject),
    key: short(key),
    from: topic === null ? null : `${topic}/${partition}:${offset}`,
    detail,
  }
}

/** Returns the organization. If it is not certain, all named ones are shown with a question mark. */
function ownerText({ organization, named }: DeadLetter): string | null {
  if (organization !== null || named.length === 0) return organization
  return `${named.join('/')}?`
}

const SHORT = 80

function short(text: string | null): string | null {
  return text !== null && text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text
}

/** Describes which part of its record a dead letter lacks, and where the record is. */
export function withoutText({ omitted, topic, partition, offset }: DeadLetter): string {
  return `was too large for its topic and has no ${omitted}. The original record is at ${topic}/${partition}:${offset}`
}

type Value = Buffer | null

/**
 * Formats a dead letter as one JSON document, with the fields of the list. Bytes that are not UTF-8 are `{ base64 }`.
 */
export function deadLetterJson(deadLetter: DeadLetter, { key, value, headers }: DeadLetterRecord): object {
  const entries = headerEntries(headers).map(([name, values]) => [name, values.length === 1 ? values[0] : values])
  return {
    ...deadLetter,
    key: readable(key),
    headers: Object.fromEntries(entries),
    value: readable(value),
  }
}

/** Formats a dead letter as text: headers, an empty line, and the value. Control characters are escaped. */
export function deadLetterText(deadLetter: DeadLetter, { key, value, headers }: DeadLetterRecord): string[] {
  const { at, type, eventId, subject } = deadLetter
  const facts = Object.entries({ at, organization: ownerText(deadLetter), type, eventId, subject })
  const lines = headerEntries(headers).flatMap(([name, values]) => values.map((text) => `${name}: ${asText(text)}`))
  return [
    `key: ${asText(readable(key))}`,
    ...facts.map(([name, fact]) => `${name}: ${fact === null ? '-' : printable(fact)}`),
    ...lines,
    '',
    deadLetter.omitted === null ? asText(readable(value)) : `(It ${printable(withoutText(deadLetter))}.)`,
  ]
}

type Readable = string | null | { base64: string }

function headerEntries(headers: RecordHeaders): [string, Readable[]][] {
  return Object.entries(headers).map(([name, value]) => [name, [value].flat().map(readable)])
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readable(bytes: Value): Readable {
  if (bytes === null) return null
  try {
    return utf8.decode(bytes)
  } catch {
    return { base64: bytes.toString('base64') }
  }
}

function asText(value: Readable): string {
  if (value === null) return '(null)'
  const text = typeof value === 'string' ? value : `(base64) ${value.base64}`
  return printableText(text)
}
