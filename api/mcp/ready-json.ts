/** Fields of a result that are JSON in UTF-8 already, by name. */
export type ReadyFields = Readonly<Record<string, Buffer>>

const END = Buffer.from('}}')

/**
 * A JSON-RPC message as JSON in UTF-8. Ready fields take the place of those by their names in its result: the SDKs make the
 * message around empty ones, because to carry 40 kB through them took more time than the query behind it.
 */
export function messageJson(message: object, ready: ReadyFields): Buffer {
  const names = Object.keys(ready)
  if (names.length === 0 || !('result' in message)) return Buffer.from(JSON.stringify(message))
  const { result, ...envelope } = message
  const rest = Object.entries(Object(result)).filter(([name]) => !names.includes(name))
  const head = JSON.stringify({ ...envelope, result: Object.fromEntries(rest) }).slice(0, -END.length)
  const parts = Object.entries(ready).flatMap(([name, json], index) => {
    const comma = index > 0 || rest.length > 0 ? ',' : ''
    return [Buffer.from(`${comma}${JSON.stringify(name)}:`), json]
  })
  return Buffer.concat([Buffer.from(head), ...parts, END])
}

/**
 * JSON text as the one text block of a tool's result. Taken byte by byte, because a single character beyond Latin-1 would
 * make all of the text wide: what JSON escapes are ASCII characters, whose bytes are parts of no other character.
 */
export function textContent(json: Buffer): Buffer {
  return Buffer.from(`[{"type":"text","text":${JSON.stringify(json.toString('latin1'))}}]`, 'latin1')
}
