import { type ByteText, byteText } from './ready-json.ts'

/**
 * Characters that a reader does not see, and that can make a text mean another thing to a model than to a person: control
 * and bidirectional characters, and the tags of Unicode, in which whole sentences can be hidden.
 */
const unseen = /[\p{Cc}\p{Bidi_Control}\u{E0000}-\u{E007F}]/gu
/** The same in the bytes of JSON text, where the lower control characters are escaped; it also finds some texts that have none. */
const perhapsUnseen =
  /\\[bfnrtu]|\x7f|\xc2[\x80-\x9f]|\xd8\x9c|\xe2(?:\x80[\x8e\x8f\xaa-\xae]|\x81[\xa6-\xa9])|\xf3\xa0[\x80\x81]/

/** JSON without unseen characters; it is not parsed when it has none. */
export function plainJson(json: Buffer): ByteText {
  const bytes = byteText(json)
  if (!perhapsUnseen.test(bytes)) return bytes
  const value: unknown = JSON.parse(json.toString())
  return byteText(Buffer.from(JSON.stringify(withoutUnseen(value))))
}

function withoutUnseen(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(unseen, '')
  if (Array.isArray(value)) return value.map(withoutUnseen)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutUnseen(field)]))
}
