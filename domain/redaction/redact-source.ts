import { REDACTED, redactText } from './redact-text.ts'
import { isSensitiveKey } from './sensitive-keys.ts'

/** As deep as an event may be; text that holds JSON could be deeper, and would exhaust the stack. */
const MAX_DEPTH = 64

/** What a list of named values calls the name and the value. */
const nameKeys = ['name', 'key', 'field', 'header', 'attribute', 'property', 'code', 'kind', 'label', 'sourceField']
const valueKeys = new Set(['value', 'values', 'val', 'text', 'content', 'data'])

/**
 * A source's record without secrets, personal fields, machines and logins, by key and by pattern, at any depth, also in
 * lists of named values and in text that holds JSON. A value under such a key is replaced as a whole; null stays, because
 * it says nothing. What is harmless is equal to what was given. Redacting twice gives the same as once.
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

/** Two keys may be redacted to the same. */
function unused(key: string, used: Set<string>): string {
  let name = key
  for (let n = 2; used.has(name); n += 1) name = `${key} ${n}`
  used.add(name)
  return name
}

/** The same for text alone, whatever it holds. */
export function redactString(text: string, depth = 0): string {
  const found = /^\s*[[{]/.test(text) ? parse(text) : null
  if (!found) return redactText(text)
  if (found.isTooDeep) return REDACTED
  const redacted = JSON.stringify(redactSource(found.value, depth + 1))
  return redacted === found.text ? text : redacted
}

/** What JSON in text says, and the text without its spaces; null for other text. */
function parse(text: string): { isTooDeep: false; value: unknown; text: string } | { isTooDeep: true } | null {
  try {
    const value: unknown = JSON.parse(text)
    return { isTooDeep: false, value, text: JSON.stringify(value) }
  } catch (error) {
    return error instanceof RangeError ? { isTooDeep: true } : null
  }
}
