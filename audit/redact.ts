const REDACTED = '[redacted]'
const secretName = /passw|secret|token|authori[sz]ation|cookie|api[_-]?key|private[_-]?key|credentials?$/i
const tokenPattern = /tda_[a-z0-9-]{1,16}_[0-9A-Za-z]+_[0-9A-Za-z]+/g
const MAX_DEPTH = 8

/**
 * Redacts parameters for the audit trail. It removes values whose name suggests a secret, and texts that look like a
 * token, in names and values, also within longer texts.
 */
export function redact(parameters: Record<string, unknown>): Record<string, unknown> {
  return redactRecord(parameters, 0)
}

function redactRecord(record: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(record).map(([name, value]) => [
    redactText(name),
    secretName.test(name) ? REDACTED : redactValue(value, depth),
  ])
  return Object.fromEntries(entries)
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth >= MAX_DEPTH) return '[too deep]'
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1))
  return redactRecord(value, depth + 1)
}

function redactText(text: string): string {
  return text.replace(tokenPattern, `tda_${REDACTED}`)
}
