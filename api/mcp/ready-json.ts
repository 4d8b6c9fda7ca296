/**
 * JSON as its bytes in UTF-8, a character for each. Such text joins and escapes like any other, because what JSON escapes
 * are ASCII characters, whose bytes are parts of no others; and it stays narrow, while one character beyond Latin-1 would
 * make a text of 40 kB wide and take most of the time of an answer to encode.
 */
export type ByteText = string

/** Fields of a result that are ready, by name. */
export type ReadyFields = Readonly<Record<string, ByteText>>

/** The bytes of a JSON text, as a text. */
export const byteText = (json: Buffer): ByteText => json.toString('latin1')

/**
 * A JSON-RPC message in UTF-8. Ready fields take the place of those by their names in its result: the SDKs make the message
 * around empty ones, because to carry 40 kB through them took more time than the query behind it.
 */
export function messageJson(message: object, ready: ReadyFields): Buffer {
  const fields = Object.entries(ready)
  if (fields.length === 0 || !('result' in message)) return Buffer.from(JSON.stringify(message))
  const { result, ...envelope } = message
  const rest = Object.entries(Object(result)).filter(([name]) => !(name in ready))
  const written = JSON.stringify({ ...envelope, result: Object.fromEntries(rest) })
  // Both objects end here; what is ready goes in between.
  const head = byteText(Buffer.from(written.slice(0, -2)))
  const own = fields.map(([name, json]) => `"${name}":${json}`).join()
  return Buffer.from(`${head}${rest.length > 0 ? ',' : ''}${own}}}`, 'latin1')
}

/** A JSON text as the one text block of a tool's result. */
export function textContent(json: ByteText): ByteText {
  return `[{"type":"text","text":${JSON.stringify(json)}}]`
}
