type Headers = Readonly<Record<string, string>>

const PLAIN_JSON = 'send plain JSON CloudEvents, for example with JsonConverter and schemas.enable=false'
const NOT_COMPRESSED = 'leave compression to the producer (compression.type), not to the value'

/** The first bytes of formats that producers send by mistake, with a description and advice. */
const beginnings: readonly (readonly [hex: string, what: string])[] = [
  ['1f8b', `gzip: ${NOT_COMPRESSED}`],
  ['28b52ffd', `zstd: ${NOT_COMPRESSED}`],
  ['04224d18', `lz4: ${NOT_COMPRESSED}`],
  ['ff060000734e61507059', `snappy: ${NOT_COMPRESSED}`],
  ['82534e4150505900', `snappy: ${NOT_COMPRESSED}`],
  ['fffe', 'UTF-16 text: encode it as UTF-8'],
  ['feff', 'UTF-16 text: encode it as UTF-8'],
  ['4f626a01', `an Avro file: ${PLAIN_JSON}`],
  ['c301', `Avro single-object encoding: ${PLAIN_JSON}`],
  ['0300', `AWS Glue schema-registry framing: ${PLAIN_JSON}`],
  ['0305', `AWS Glue schema-registry framing: ${PLAIN_JSON}`],
  ['aced0005', `a serialized Java object: ${PLAIN_JSON}`],
]

/** Headers in which serializers send the ID of the schema if it does not precede the value. */
const SCHEMA_HEADERS = ['__value_schema_id', 'apicurio.value.globalid', 'apicurio.value.contentid']

/**
 * Guesses the format of a value that is not JSON in UTF-8, and returns advice. Returns null if the format is not
 * recognized. The result contains nothing of the value except the ID of its schema.
 */
export function mistakeInBytes(value: Buffer, headers: Headers = {}): string | null {
  if (value.length === 0)
    return 'it is empty: a deletion is a null value with the headers ce_sourceversion and ce_time, or a deleted event'
  const schemaHeader = SCHEMA_HEADERS.find((name) => headers[name] !== undefined)
  if (schemaHeader) return `looks like the work of a schema-registry serializer (header ${schemaHeader}): ${PLAIN_JSON}`
  const format = wide(value) ?? framed(value) ?? begun(value)
  if (format !== null) return `looks like ${format}`
  const text = textOf(value)
  if (text !== null && !/[^\P{Cc}\t\n\r]/u.test(text)) return inText(text)
  return `looks like ${latin(value) ?? `binary data such as Avro or Protobuf: ${PLAIN_JSON}`}`
}

/** Recognizes UTF-16 without a byte order mark: every other byte at the beginning of JSON is 0. */
function wide(value: Buffer): string | null {
  const isZero = [value[0], value[1], value[2], value[3]].map((byte) => byte === 0)
  const isWide = value.length >= 4 && isZero[0] === isZero[2] && isZero[1] === isZero[3] && isZero[0] !== isZero[1]
  return isWide ? 'UTF-16 text: encode it as UTF-8' : null
}

/**
 * Recognizes a zero byte followed by the ID of a schema: 4 bytes in Confluent's format, 8 in Apicurio's. No schema has
 * the ID 0.
 */
function framed(value: Buffer): string | null {
  if (value[0] !== 0 || value.length < 5) return null
  const id = value.readUInt32BE(1)
  if (id !== 0) return `Confluent schema-registry framing (schema id ${id}): ${PLAIN_JSON}`
  return value.length < 9 ? null : `Apicurio schema-registry framing (id ${value.readBigUInt64BE(1)}): ${PLAIN_JSON}`
}

function begun(value: Buffer): string | null {
  const start = value.subarray(0, 16).toString('hex')
  return beginnings.find(([hex]) => start.startsWith(hex))?.[1] ?? null
}

function textOf(value: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(value)
  } catch {
    return null
  }
}

function latin(value: Buffer): string | null {
  return isJson(value.toString('latin1')) ? 'text in ISO-8859-1 or Windows-1252: encode it as UTF-8' : null
}

function inText(text: string): string | null {
  const trimmed = text.trim()
  const inside = decoded(trimmed)
  if (inside) return `looks like base64 of ${inside}: send the bytes themselves`
  if (/^\{\s*'/.test(trimmed)) return 'looks like a printed Python dict: write it with json.dumps'
  if (trimmed.startsWith('<')) return 'looks like XML: send JSON'
  if (isJson(trimmed.replace(/-?\b(?:Infinity|NaN)\b/g, 'null')))
    return 'holds NaN or Infinity, which JSON does not know: send null'
  const [first = '', ...rest] = trimmed.split('\n')
  if (rest.length > 0 && isJson(first))
    return 'looks like several JSON documents: send each event as a record of its own'
  return faultOf(text)
}

/**
 * Decodes base64 and describes the contents if they are recognized. Otherwise returns null, because many plain words
 * are also valid base64.
 */
export function decoded(text: string): string | null {
  if (text.length < 16 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  const format = wide(bytes) ?? framed(bytes) ?? begun(bytes)
  if (format !== null) return format.split(':')[0] ?? null
  return isJson(bytes.toString('utf8')) ? 'JSON' : null
}

function isJson(text: string): boolean {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null
  } catch {
    return false
  }
}

/** Returns where the JSON parser stopped. Its message is not used, because it repeats the text. */
function faultOf(text: string): string | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    const { message } = error as SyntaxError
    const [, position] = /at position (\d+)/.exec(message) ?? []
    const isAtEnd = message.startsWith('Unexpected end') || Number(position) >= text.length
    if (isAtEnd || message.startsWith('Unterminated')) return 'it ends in the middle: was it cut off?'
    const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? []
    return line === undefined ? null : `the first fault is at line ${line}, column ${column}`
  }
}
