/**
 * Characters that a reader does not see, and that can make a text mean another thing to a model than to a person: control
 * and bidirectional characters, and the tags of Unicode, in which whole sentences can be hidden.
 */
const unseen = /[\p{Cc}\p{Bidi_Control}\u{E0000}-\u{E007F}]/gu
/** The same in JSON text, where control characters are escaped; it also finds some texts that have none. */
const perhapsUnseen = /\\[bfnrtu]|[\u007f-\u009f\p{Bidi_Control}\u{E0000}-\u{E007F}]/u

/** JSON text as a value without unseen characters, with the text of that value. */
export function plainJson(text: string): { text: string; value: Record<string, unknown> } {
  const value: Record<string, unknown> = JSON.parse(text)
  if (!perhapsUnseen.test(text)) return { text, value }
  const plain = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutUnseen(field)]))
  return { text: JSON.stringify(plain), value: plain }
}

function withoutUnseen(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(unseen, '')
  if (Array.isArray(value)) return value.map(withoutUnseen)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutUnseen(field)]))
}
