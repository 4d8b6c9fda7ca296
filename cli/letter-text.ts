import type { RecordHeaders } from '../kafka/records.ts'
import type { DeadLetter, LetterRecord } from './dead-letters.ts'

/** A dead letter as one line, in columns that a list read bit by bit can keep. */
export function letterLine({
  position,
  at,
  reason,
  organization,
  topic,
  partition,
  offset,
  detail,
}: DeadLetter): string {
  const from = `${topic}/${partition}:${offset}`
  const cells = [
    position.padEnd(10),
    at,
    (reason ?? '-').padEnd(20),
    (organization ?? '-').padEnd(16),
    from,
    detail ?? '',
  ]
  return cells.join('  ').replace(/\p{Cc}/gu, ' ')
}

type Value = Buffer | null

/** A dead letter as one JSON document; bytes that are no UTF-8 are `{ base64 }`. */
export function letterJson(position: string, { key, value, headers, timestamp }: LetterRecord): object {
  const entries = headerEntries(headers).map(([name, values]) => [name, values.length === 1 ? values[0] : values])
  return {
    position,
    at: new Date(timestamp).toISOString(),
    key: readable(key),
    headers: Object.fromEntries(entries),
    value: readable(value),
  }
}

/** The same for people: headers, an empty line, the value. Control characters do not reach the terminal as commands. */
export function letterText({ key, value, headers }: LetterRecord): string[] {
  const lines = headerEntries(headers).flatMap(([name, values]) => values.map((text) => `${name}: ${asText(text)}`))
  return [`key: ${asText(readable(key))}`, ...lines, '', asText(readable(value))]
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
  return text.replace(/[^\P{Cc}\n\t]/gu, ' ')
}
