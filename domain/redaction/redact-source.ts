import { REDACTED, redactText } from './redact-text.ts'
import { isSensitiveKey } from './sensitive-keys.ts'

/** The nesting limit of events. JSON inside a text could be nested deeper and would exhaust the stack. */
const MAX_DEPTH = 64

/** The keys under which a list of named values has its names and its values. */
const nameKeys = ['name', 'key', 'field', 'header', 'attribute', 'property', 'code', 'kind', 'label', 'sourceField']
const valueKeys = new Set(['value', 'values', 'val', 'text', 'content', 'data'])

/**
 * Redacts secrets, personal fields, machines and logins in a source's record. They are recognized by key and by
 * pattern, at any depth, in lists of named values, and in text that contains JSON. A value with a sensitive key is
 * replaced as a whole, except null, which reveals nothing. Harmless values are unchanged. Redacting twice has the same
 * result as once.
 */
export function redactSource(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactString(value, depth)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return REDACTED
  if (Array.isArray(value)) return value.map((item) => redactSource(item, depth + 1))
  return redactObject(value, depth)
}

function redactObject(value: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(value)
  const isNamed = entries.some(
    ([key, name]) => nameKeys.includes(key) && typeof name === 'string' && isSensitiveKey(name),
  )
  const used = new Set<string>()
  const redacted = entries.map(([key, field]): [string, unknown] => {
    const goes = isSensitiveKey(key) || (isNamed && valueKeys.has(key.toLowerCase()))
    return [unused(redactText(key), used), goes ? hidden(field) : redactSource(field, depth + 1)]
  })
  return Object.fromEntries(redacted)
}

function hidden(field: unknown): unknown {
  return field === null || field === undefined ? field : REDACTED
}

/** Returns an unused key, because two different keys may be equal after redaction. */
function unused(key: string, used: Set<string>): string {
  let name = key
  for (let n = 2; used.has(name); n += 1) name = `${key} ${n}`
  used.add(name)
  return name
}

/** Redacts a text, which may contain JSON. */
export function redactString(text: string, depth = 0): string {
  const found = /^\s*[[{]/.test(text) ? parse(text) : null
  if (!found) return redactText(text)
  if (found.isTooDeep) return REDACTED
  const redacted = JSON.stringify(redactSource(found.value, depth + 1))
  return redacted === found.text ? text : redacted
}

/** Parses JSON in a text. Returns its value and the text without surrounding spaces, or null for other text. */
function parse(text: string): { isTooDeep: false; value: unknown; text: string } | { isTooDeep: true } | null {
  try {
    const value: unknown = JSON.parse(text)
    return { isTooDeep: false, value, text: JSON.stringify(value) }
  } catch (error) {
    return error instanceof RangeError ? { isTooDeep: true } : null
  }
}
